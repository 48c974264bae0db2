// Starts the program, or says that it cannot be started; then lets a service worker keep the page for offline play.

// The words of the language that was chosen here before, or that the browser prefers among those there are.
const chosen = () => {
  try {
    return JSON.parse(localStorage.getItem("perudo.prefs"))?.language;
  } catch {
    return undefined;
  }
};
const words = () => {
  const prefix = "perudo-words-";
  const files = [...document.querySelectorAll(`meta[name^=${prefix}]`)];
  const of = (name) => files.find((file) => file.name.slice(prefix.length) === name?.toLowerCase().split(/[^a-z]/)[0]);
  const found = [chosen(), ...navigator.languages].map(of).find((file) => file) ?? files[0];
  return { language: found.name.slice(prefix.length), address: found.content };
};

const fetched = async () => {
  const { language, address } = words();
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const left = Object.assign(document.createElement("template"), { id: "words", lang: language });
  left.textContent = await response.text();
  document.head.append(left);
};

// Fetches more of the program than the first screen needs, and what comes with it: for now ("preload"), or for the next screen
// ("prefetch").
const fetchMore = (rel, files) => {
  const rest = document.querySelector(`meta[name=perudo-rest-${words().language}]`).content;
  const parts = [rest, ...files].map((href) => ({ as: "fetch", crossOrigin: "anonymous", href }));
  for (const part of [{ as: "style", href: "{{part-style.css}}" }, ...parts]) {
    document.head.append(Object.assign(document.createElement("link"), { rel }, part));
  }
};
const isFirst = location.pathname === "/";
if (!isFirst) fetchMore("preload", [{{files of table}}]);

const started = async () => {
  const arriving = [import("{{perudo.js}}"), fetch("{{perudo.wasm}}"), fetched()];
  const [program, response] = await Promise.all(arriving);
  // When all of it is here the network is free, while the browser still compiles it and draws the first screen.
  if (isFirst) response.clone().arrayBuffer().then(() => fetchMore("prefetch", [{{files of play}}]), () => {});
  await program.default({ module_or_path: response });
};

const complete = new Promise((done) => addEventListener("perudo-complete", done, { once: true }));

const boot = document.getElementById("boot");
try {
  await started();
  boot.remove();
} catch (error) {
  console.error(error);
  boot.classList.add("boot-failed");
  document.getElementById("boot-failed").hidden = false;
}

// The name under the icon of an installed page.
if (navigator.language.startsWith("ru")) {
  document.querySelector("link[rel=manifest]").href = "{{manifest.ru.webmanifest}}";
}

if ("serviceWorker" in navigator) {
  const workers = navigator.serviceWorker;
  // It fetches everything: first comes what somebody may be waiting for.
  await complete;
  try {
    await workers.register("/sw.js", { updateViaCache: "none" });
    const { active } = await workers.ready;
    // The big files come last, when nobody waits for anything else.
    const idle = window.requestIdleCallback ?? ((then) => setTimeout(then, 3000));
    idle(() => active.postMessage("later"));
  } catch (error) {
    // Without it the page works as well, though not offline. Private windows may not allow it.
    console.info("no offline play:", error);
  }
}
