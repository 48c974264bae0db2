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

// Other screens than the first need more of the program: it comes beside the rest.
if (location.pathname !== "/") {
  const rest = document.querySelector(`meta[name=perudo-rest-${words().language}]`).content;
  const parts = [rest, {{parts of play}}].map((href) => ({ as: "fetch", crossOrigin: "anonymous", href }));
  for (const part of [{ as: "style", href: "{{part-style.css}}" }, ...parts]) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "preload" }, part));
  }
}

const started = async () => {
  const [program] = await Promise.all([import("{{perudo.js}}"), fetched()]);
  await program.default({ module_or_path: "{{perudo.wasm}}" });
};

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
