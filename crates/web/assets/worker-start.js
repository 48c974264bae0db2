// Starts the program of the worker, and says where its big files are.

import start from "{{worker.js}}";

// A program that panics while it works leaves nothing but this. The page would wait forever.
self.addEventListener("unhandledrejection", (event) => postMessage(`failed: ${event.reason}`));
self.files = { network: "{{master.safetensors}}", tables: "{{perudo.tables}}" };
try {
  await start({ module_or_path: "{{worker.wasm}}" });
} catch (error) {
  postMessage(`failed: ${error}`);
}
