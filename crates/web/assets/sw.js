// Keeps the page for offline play. Whoever is online gets the newest page; its files have their content's hash in
// their names, so a stored one is never out of date. What happens at /api is never stored.

const CACHE = "perudo-{{version}}";
const INDEX = "{{index.html}}";
/** What the page needs to start. */
const FIRST = ["{{first}}"];
/** What it may need later: fetched when it asks for that. */
const LATER = ["{{later}}"];
/** The paths of its screens; those that end in "/" (but for the first) or in "@" have something after it. */
const ROUTES = ["{{routes}}"];
/** After so many milliseconds a network that does not answer counts as none. */
const PATIENCE = 4000;

/** Stores files, those that earlier versions have stored without fetching them again. */
async function store(paths) {
  const cache = await caches.open(CACHE);
  const one = async (path) => {
    if (await cache.match(path)) return;
    const response = (await caches.match(path)) ?? (await fetch(path));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await cache.put(path, response);
  };
  await Promise.all(paths.map(one));
}

addEventListener("install", (event) => {
  event.waitUntil(store(FIRST).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    // They are listed oldest first. The one before this stays: open pages of that version may still ask for its files.
    const names = (await caches.keys()).filter((name) => name.startsWith("perudo-") && name !== CACHE);
    await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
    await registration.navigationPreload?.enable();
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("message", (event) => {
  if (event.data === "later") event.waitUntil(store(LATER).catch(() => {}));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && isScreen(pathname)) {
    event.respondWith(screen(event));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(stored(request));
  }
});

// A notification leads to the page that showed it, which may be closed by now.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data;
  const show = async () => {
    const open = await clients.matchAll({ type: "window" });
    const there = open.find((page) => page.url === address);
    await (there ? there.focus() : clients.openWindow(address));
  };
  event.waitUntil(show());
});

function isScreen(path) {
  return ROUTES.some((route) => path === route || (/.[/@]$/.test(route) && path.startsWith(route)));
}

async function stored(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** The page from the network; the stored one if there is none, or if the server is unwell. */
async function screen(event) {
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
  const asked = async () => (await event.preloadResponse) ?? fetch(event.request);
  try {
    const response = await Promise.race([asked(), late]);
    if (response.status < 500 && response.status !== 429) return response;
  } catch {
    // There is no network.
  }
  return (await caches.match(INDEX)) ?? fetch(event.request);
}
