// Runs a program for wasm32-wasip1 in Node.js: the runner for benches of the bots in WebAssembly (docs/benchmarks.md).

import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [file, ...words] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [file, ...words], env: process.env });
const program = await WebAssembly.compile(await readFile(file));
wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
