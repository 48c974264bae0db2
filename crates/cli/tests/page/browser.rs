//! A browser, as a person uses it: looks, presses, types.

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::error::WebDriverResult;
use thirtyfour::{By, Capabilities, WebDriver, WebElement};
use tokio::runtime::{self, Runtime};

use crate::chromedriver::Chromedriver;

/// Nothing here takes as long; what does will never come.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often a test looks again.
pub(crate) const GLANCE: Duration = Duration::from_millis(30);

/// What someone holds in the hand or has on the desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Device {
    /// The smallest there is.
    SmallPhone,
    Phone,
    Desktop,
}

impl Device {
    pub(crate) const ALL: [Device; 3] = [Device::SmallPhone, Device::Phone, Device::Desktop];

    fn metrics(self) -> Value {
        match self {
            Device::SmallPhone => {
                json!({"width": 320, "height": 568, "pixelRatio": 1, "mobile": true, "touch": true})
            }
            Device::Phone => {
                json!({"width": 360, "height": 740, "pixelRatio": 2, "mobile": true, "touch": true})
            }
            Device::Desktop => {
                json!({"width": 1280, "height": 800, "pixelRatio": 1, "mobile": false, "touch": false})
            }
        }
    }
}

/// A browser with one window and a profile of its own.
pub(crate) struct Browser {
    runtime: Runtime,
    driver: WebDriver,
    /// Where the page is, as this browser reaches it.
    origin: RefCell<String>,
    /// Whether the test itself sees to it that requests fail.
    lonely: Cell<bool>,
    downloads: TempDir,
    // Last, since it must outlive the session.
    _chromedriver: Chromedriver,
}

impl Browser {
    /// Opens a browser that prefers English.
    pub(crate) fn open(device: Device) -> Browser {
        Browser::speaking(device, "en")
    }

    /// Opens a browser that prefers a language.
    pub(crate) fn speaking(device: Device, language: &str) -> Browser {
        Browser::start(device, language, "OFF")
    }

    /// Opens a browser that prefers English and notes what comes over WebSockets, for [`Browser::frames`].
    pub(crate) fn listening(device: Device) -> Browser {
        Browser::start(device, "en", "ALL")
    }

    fn start(device: Device, language: &str, network_log: &str) -> Browser {
        let chromedriver = Chromedriver::start();
        let downloads = TempDir::new().unwrap();
        let mut wanted = Capabilities::new();
        let settings = [
            ("browserName", json!("chrome")),
            (
                "goog:chromeOptions",
                json!({
                    "args": [
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--window-size=1280,900",
                        // Nobody types an address: its suggestions are a page that takes as long to start as ours.
                        "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
                        format!("--lang={language}"),
                        format!("--accept-lang={language}"),
                    ],
                    "prefs": {
                        "intl.accept_languages": language,
                        "download.default_directory": downloads.path(),
                    },
                    "mobileEmulation": {"deviceMetrics": device.metrics()},
                }),
            ),
            ("goog:loggingPrefs", json!({"browser": "ALL", "performance": network_log})),
        ];
        for (name, value) in settings {
            wanted.set(name, value).unwrap();
        }
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let driver = runtime.block_on(async { WebDriver::new(chromedriver.url(), wanted).await }).unwrap();
        Browser {
            runtime,
            driver,
            origin: RefCell::default(),
            lonely: Cell::new(false),
            downloads,
            _chromedriver: chromedriver,
        }
    }

    /// Opens the page for the first time, with these things kept in the browser.
    pub(crate) fn arrive(&self, origin: &str, path: &str, kept: &[(&str, Value)]) {
        self.origin.replace(origin.to_owned());
        if !kept.is_empty() {
            self.go("/healthz");
            self.keep(kept);
        }
        self.go(path);
    }

    /// Keeps things in the browser, for the page's next start.
    pub(crate) fn keep(&self, kept: &[(&str, Value)]) {
        for (name, value) in kept {
            self.run(
                "localStorage.setItem(arguments[0], JSON.stringify(arguments[1]))",
                &[json!(name), value.clone()],
            );
        }
    }

    /// Opens another address of the page.
    pub(crate) fn go(&self, path: &str) {
        let url = format!("{}{path}", self.origin.borrow());
        self.runtime.block_on(self.driver.goto(url)).unwrap();
    }

    pub(crate) fn reload(&self) {
        self.runtime.block_on(self.driver.refresh()).unwrap();
    }

    /// Presses the browser's own button.
    pub(crate) fn back(&self) {
        self.runtime.block_on(self.driver.back()).unwrap();
    }

    pub(crate) fn path(&self) -> String {
        self.ask("location.pathname").as_str().unwrap().to_owned()
    }

    /// Runs a script and gives what it returns.
    pub(crate) fn run(&self, script: &str, arguments: &[Value]) -> Value {
        let ran = self.runtime.block_on(self.driver.execute(script, arguments.to_vec()));
        ran.unwrap_or_else(|error| panic!("{error}\nin {script}")).json().clone()
    }

    /// Runs a script that calls its last argument when it is done.
    pub(crate) fn run_for_long(&self, script: &str, arguments: &[Value]) -> Value {
        let ran = self.runtime.block_on(self.driver.execute_async(script, arguments.to_vec()));
        ran.unwrap_or_else(|error| panic!("{error}\nin {script}")).json().clone()
    }

    /// The value of an expression.
    pub(crate) fn ask(&self, expression: &str) -> Value {
        self.run(&format!("return {expression}"), &[])
    }

    /// The texts of a list.
    pub(crate) fn strings(&self, expression: &str) -> Vec<String> {
        serde_json::from_value(self.ask(expression)).unwrap()
    }

    /// Asks the browser itself for something.
    pub(crate) fn devtools(&self, method: &str, parameters: &Value) -> Value {
        self.runtime.block_on(self.driver.cdp().send_raw(method, parameters)).unwrap()
    }

    /// Makes the screen another size.
    pub(crate) fn resize(&self, (width, height): (u32, u32)) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 1000});
        self.devtools("Emulation.setDeviceMetricsOverride", &metrics);
        let there = format!("matchMedia('(width: {width}px) and (height: {height}px)').matches");
        self.wait_until(&there, || self.ask(&there) == true);
    }

    /// Waits for something, and gives it.
    pub(crate) fn wait<T>(&self, what: &str, ready: impl Fn() -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            if let Some(found) = ready() {
                return found;
            }
            assert!(begun.elapsed() < PATIENCE, "never came: {what}");
            thread::sleep(GLANCE);
        }
    }

    pub(crate) fn wait_until(&self, what: &str, ready: impl Fn() -> bool) {
        self.wait(what, || ready().then_some(()));
    }

    /// Waits until something is on the screen.
    pub(crate) fn wait_for(&self, hook: &str) {
        self.wait_until(hook, || self.sees(hook));
    }

    /// Waits until something has gone from the screen.
    pub(crate) fn wait_without(&self, hook: &str) {
        self.wait_until(&format!("the end of {hook}"), || !self.sees(hook));
    }

    /// Whether something is on the screen.
    pub(crate) fn sees(&self, hook: &str) -> bool {
        self.count_seen(hook) > 0
    }

    /// How many of something are on the screen.
    pub(crate) fn count_seen(&self, hook: &str) -> usize {
        let script =
            "return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility()).length";
        let count = self.run(script, &[json!(selector(hook))]);
        usize::try_from(count.as_u64().unwrap()).unwrap()
    }

    /// How many elements there are, on the screen or not.
    pub(crate) fn count(&self, selector: &str) -> u64 {
        self.run("return document.querySelectorAll(arguments[0]).length", &[json!(selector)])
            .as_u64()
            .unwrap()
    }

    /// What something says, once it is there.
    pub(crate) fn text(&self, hook: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.textContent.trim()";
        let text = |text: Value| text.as_str().map(str::to_owned);
        self.wait(hook, || text(self.run(script, &[json!(selector(hook))])))
    }

    /// An attribute of something, once it is there.
    pub(crate) fn attribute(&self, hook: &str, name: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.getAttribute(arguments[1])";
        let text = |text: Value| text.as_str().map(str::to_owned);
        self.wait(hook, || text(self.run(script, &[json!(selector(hook)), json!(name)])))
    }

    /// Presses something, once it can be pressed.
    pub(crate) fn press(&self, hook: &str) {
        self.wait_until(&format!("{hook}, to be pressed"), || self.try_press(hook));
    }

    /// Presses something, if it can be pressed; it may go away at any moment.
    pub(crate) fn try_press(&self, hook: &str) -> bool {
        self.runtime.block_on(async {
            match self.find(hook).await {
                Ok(element) => element.click().await.is_ok(),
                Err(_) => false,
            }
        })
    }

    /// Writes into a field, in place of what was in it.
    pub(crate) fn write(&self, hook: &str, text: &str) {
        self.wait_for(hook);
        self.runtime.block_on(async {
            let field = self.find(hook).await.unwrap();
            field.clear().await.unwrap();
            field.send_keys(text).await.unwrap();
        });
    }

    /// Chooses files for a field.
    pub(crate) fn choose(&self, hook: &str, files: &[PathBuf]) {
        let absolute = |path: &PathBuf| fs::canonicalize(path).unwrap().display().to_string();
        let files: Vec<String> = files.iter().map(absolute).collect();
        self.runtime.block_on(async {
            let field = self.driver.find(By::Css(selector(hook))).await.unwrap();
            field.send_keys(files.join("\n")).await.unwrap();
        });
    }

    /// Presses a key.
    pub(crate) fn key(&self, key: char) {
        let chain = self.driver.action_chain().key_down(key).key_up(key);
        self.runtime.block_on(chain.perform()).unwrap();
    }

    /// The first of those on the screen that is not disabled.
    async fn find(&self, hook: &str) -> WebDriverResult<WebElement> {
        let script = "return [...document.querySelectorAll(arguments[0])]
            .find(e => e.checkVisibility() && !e.disabled)";
        self.driver.execute(script, vec![json!(selector(hook))]).await?.element()
    }

    /// Waits until nothing moves any more, but for clocks.
    pub(crate) fn settle(&self) {
        let moving = "document.getAnimations()
            .filter(one => one.playState === 'running' && one.effect.getComputedTiming().endTime < 3000)
            .filter(one => !one.effect.target.closest('.ring')).length";
        self.wait_until("stillness", || self.ask(moving) == 0);
    }

    /// A picture of the whole window.
    pub(crate) fn picture(&self, path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        self.runtime.block_on(self.driver.screenshot(path)).unwrap();
    }

    /// The text of the file that is saved, once it is.
    pub(crate) fn saved(&self, name: &str) -> String {
        let file = self.downloads.path().join(name);
        self.wait(name, || fs::read_to_string(&file).ok().filter(|text| !text.is_empty()))
    }

    /// What came over WebSockets since the last time it was asked for.
    pub(crate) fn frames(&self) -> Vec<Value> {
        let log = self.runtime.block_on(self.driver.get_log("performance")).unwrap();
        log.iter()
            .filter_map(|entry| {
                let entry: Value = serde_json::from_str(&entry.message).ok()?;
                let message = &entry["message"];
                let received = message["method"] == "Network.webSocketFrameReceived";
                let text = message["params"]["response"]["payloadData"].as_str().filter(|_| received)?;
                Some(serde_json::from_str(text).unwrap_or_else(|_| panic!("a frame that is no JSON: {text}")))
            })
            .collect()
    }

    /// From now on requests fail, because the test wants it so.
    pub(crate) fn expect_loneliness(&self) {
        self.lonely.set(true);
    }

    /// What the browser complained about.
    fn complaints(&self) -> Vec<String> {
        let log = self.runtime.block_on(self.driver.get_log("browser")).unwrap_or_default();
        let provoked = |message: &str| {
            self.lonely.get()
                && ["net::ERR_", "WebSocket connection to", "Failed to load resource", "Failed to fetch"]
                    .iter()
                    .any(|part| message.contains(part))
        };
        log.into_iter()
            .filter(|entry| entry.level == "SEVERE" || entry.level == "WARNING")
            .map(|entry| entry.message)
            // /healthz, where tests write into the browser, names no icon: then browsers ask for this one.
            .filter(|message| !message.contains("/favicon.ico") && !provoked(message))
            .collect()
    }

    /// Closes the browser; the page has made no errors.
    pub(crate) fn close(self) {
        let complaints = self.complaints();
        assert!(complaints.is_empty(), "the browser complains:\n{}", complaints.join("\n"));
    }

    fn explain(&self) {
        let name = thread::current().name().unwrap_or("test").replace("::", "-");
        let picture = failures().join(format!("{name}-{}.png", std::process::id()));
        let _ = fs::create_dir_all(failures());
        let _ = self.runtime.block_on(self.driver.screenshot(&picture));
        let words = self
            .runtime
            .block_on(self.driver.execute("return location + '\\n' + document.body.innerText", vec![]));
        eprintln!("-- a picture is in {}", picture.display());
        if let Ok(words) = words {
            eprintln!("-- the screen says:\n{}", words.json().as_str().unwrap_or_default());
        }
        eprintln!("-- the browser complained:\n{}", self.complaints().join("\n"));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if thread::panicking() {
            self.explain();
        }
        let _ = self.runtime.block_on(self.driver.clone().quit());
    }
}

fn failures() -> PathBuf {
    target().join("browser/failures")
}

/// The folder of what is built.
pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}

/// Things on the screen have names; anything else is a selector already.
fn selector(hook: &str) -> String {
    let named = hook.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    if named { format!("[data-t=\"{hook}\"]") } else { hook.to_owned() }
}

/// What someone has chosen before: how the page remembers it.
pub(crate) fn prefs(name: &str, language: &str) -> Value {
    json!({
        "name": name, "language": language, "theme": "auto", "quiet": true,
        "pace": "instant", "odds": false, "guided": true,
    })
}
