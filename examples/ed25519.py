"""Checks Ed25519 signatures (RFC 8032) with the standard library alone. Slow, and for public values only."""

import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
NEUTRAL = (0, 1, 1, 0)  # X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    result = NEUTRAL
    while number:
        if number & 1:
            result = add(result, point)
        point, number = add(point, point), number >> 1
    return result


def is_neutral(point):
    return point[0] == 0 and (point[1] - point[2]) % P == 0


def decode(text):
    """The point that 32 bytes stand for, or None."""
    y, sign = int.from_bytes(text, "little") & (2**255 - 1), text[31] >> 7
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or x == 0 and sign:
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def encode(point):
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = decode(bytes.fromhex("5866666666666666666666666666666666666666666666666666666666666666"))


def verifies(key, message, signature):
    """Whether the holder of the key, 32 bytes, signed the message; the signature has 64 bytes."""
    a, r, s = decode(key), decode(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER or is_neutral(times(8, a)) or is_neutral(times(8, r)):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    minus_a = (P - a[0], a[1], a[2], P - a[3])
    return encode(add(times(s, BASE), times(k, minus_a))) == signature[:32]
