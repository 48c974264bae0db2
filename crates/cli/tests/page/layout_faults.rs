//! What lies where it should not: outside of the view, on something else, or cut off.

use crate::browser::Browser;

/// Returns a list of sentences.
const FIND: &str = r"
    const faults = new Set();
    const seen = e => e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !e.closest('.unseen');
    const all = selector => [...document.querySelectorAll(selector)].filter(seen);
    const name = e => (e.dataset.t ?? String(e.className?.baseVal ?? e.className)) + (e.dataset.chair ?? '');
    const box = e => e.getBoundingClientRect();
    const text = e => JSON.stringify(e.textContent.trim().slice(0, 40));
    const ellipsis = e => getComputedStyle(e).textOverflow === 'ellipsis';
    const scrolls = e => e.parentElement?.closest('.chat, .ladder, .story ol, pre, table, [data-t=scrolls]');

    // Sideways: nothing sticks out, and no text is cut off.
    if (document.documentElement.scrollWidth > innerWidth) faults.add('the page scrolls sideways');
    for (const e of all('button, a, input, select, h1, h2, h3, p, li, label, summary, output, td, th, .die')) {
        if (scrolls(e)) continue;
        const {left, right} = box(e);
        if (left < -1 || right > innerWidth + 1) faults.add(`${name(e)} ${text(e)} sticks out of the page`);
        const style = getComputedStyle(e);
        if (style.display === 'inline' || ellipsis(e) || /auto|scroll/.test(style.overflowX)) continue;
        // Pictures, dots and the mark of a die that was lost may hang over an edge; words may not.
        const range = document.createRange();
        const words = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
        while (words.nextNode()) {
            if (!seen(words.currentNode.parentElement) || ellipsis(words.currentNode.parentElement)) continue;
            if (words.currentNode.parentElement.closest('.change')) continue;
            range.selectNodeContents(words.currentNode);
            const out = [...range.getClientRects()].some(rect => rect.right > right + 1 || rect.left < left - 1);
            if (out) faults.add(`the words of ${name(e)} ${text(e)} are cut off`);
        }
    }

    // Whatever is on top has to be in the view itself: a dialog, a curtain, or the table.
    const inside = (e, outer, where) => {
        const [a, b] = [box(e), outer];
        if (a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1)
            faults.add(`${name(e)} is outside of ${where}: ${[a.left, a.top, a.right, a.bottom].map(Math.round)}`);
    };
    const apart = list => list.forEach((a, index) => list.slice(0, index).forEach(b => {
        if (a.contains(b) || b.contains(a)) return;
        const [p, q] = [box(a), box(b)];
        const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (wide > 1 && high > 1) faults.add(`${name(a)} and ${name(b)} overlap`);
    }));
    const view = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
    const over = all('dialog[open], .curtain');
    for (const e of over) {
        inside(e, view, 'the view');
        e.querySelectorAll('[data-t=close], [data-t=ready]').forEach(button => inside(button, view, 'the view'));
    }
    // What begins a game is in the view however long its form is, and what is pressed again and again is big enough.
    all('[data-t=begin]').forEach(e => inside(e, view, 'the view'));
    for (const e of all('.controls-key')) if (box(e).width < 43.5) faults.add(`${name(e)} is only ${box(e).width} wide`);
    const felt = all('.felt')[0];
    if (felt && !over.length) {
        const controls = all('.desk > .bar .button, [data-t=join] .button, .below button, .own-die, [data-t=count], [data-t=verdict]');
        [felt, ...controls, ...all('[data-t=own], [data-t=guide]')].forEach(e => inside(e, view, 'the view'));
        apart([...controls, felt, ...all('[data-t=own]')]);
        const drawer = all('[data-t=side]')[0];
        if (drawer) apart([drawer, ...controls]);
        apart([...all('.felt .seat'), ...all('.felt .centre > *')]);
        const rim = box(felt);
        for (const e of all('.felt .seat, .felt .seat > :not(.feeling), .felt .centre > *'))
            if (box(e).width > 0) inside(e, rim, 'the felt');
        // Names and bids of a seat lie side by side, or one below the other.
        for (const seat of all('.felt .seat'))
            apart([...seat.querySelectorAll(':scope > .name, :scope > .left, :scope > .bubble:not(.feeling), :scope > .open-dice, :scope > .cup')].filter(seen));
    }
    return [...faults];";

impl Browser {
    /// What is wrong with where things are on the screen.
    pub(crate) fn layout_faults(&self) -> Vec<String> {
        self.settle();
        serde_json::from_value(self.run(FIND, &[])).unwrap()
    }
}
