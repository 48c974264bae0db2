// Starts the program, or says that it cannot be started; then lets a service worker keep the page for offline play.

const started = async () => {
  const program = await import("{{perudo.js}}");
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
  // A page that was loaded by an earlier version still works; it may offer to load itself anew.
  if (workers.controller) {
    workers.addEventListener("controllerchange", () => dispatchEvent(new Event("perudo-updated")), { once: true });
  }
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
