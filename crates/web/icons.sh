#!/bin/sh
# Makes the pictures that must be PNGs, with Debian's chromium: icons out of assets/icon.svg, and what links to the page
# show out of preview.svg. The results are in the repository: run this when an SVG changes.
set -eu
cd "$(dirname "$0")/assets"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# A maskable icon is cut to any shape: the ground fills it to the edges, and the die is within the middle 80 %.
sed -e 's/rx="112"/rx="0"/' -e 's/rotate(-10 256 256)/translate(256 256) scale(.84) rotate(-10) translate(-256 -256)/' \
    icon.svg > "$work/maskable.svg"

render() { # source, width, result, height if it is no square
    height=${4:-$2}
    printf '<!doctype html><style>body{margin:0}img{display:block}</style><img width=%s height=%s src="%s">' \
        "$2" "$height" "$1" > "$work/page.html"
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
        --default-background-color=00000000 --window-size="$2,$height" --screenshot="$PWD/$3" \
        "file://$work/page.html" 2>/dev/null
}

render "file://$PWD/icon.svg" 192 icon-192.png
render "file://$PWD/icon.svg" 512 icon-512.png
render "file://$work/maskable.svg" 512 icon-maskable-512.png
render "file://$work/maskable.svg" 180 icon-touch.png
render "file://$PWD/../preview.svg" 1200 preview.png 630
