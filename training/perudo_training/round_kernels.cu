// What a walk through the tree of a round does at one level of it: see rounds.py.
//
// Plain C that is CUDA as well. On a GPU a block of threads has one history, and its threads the hands; on a CPU
// a block is one thread, and blocks are shared out to the cores.

#include <stdint.h>

#define MAX_HANDS 256
#define MAX_SLOTS 64
#define MAX_TAIL 8
#define FACES 6
#define NOTHING 1e-12f

#ifdef __CUDACC__
#define BODY static __device__ void
#define HELPER static __device__ __forceinline__
#define SHARED __shared__
#define SYNC() __syncthreads()
#define EACH(i, n) for (int i = threadIdx.x; i < (n); i += blockDim.x)
#else
#define BODY static void
#define HELPER static inline
#define SHARED
#define SYNC()
#define EACH(i, n) for (int i = 0; i < (n); i++)
#endif

typedef struct {
    // The tree. A history has a number; `rows` are those of one level.
    const int32_t *rows, *bid, *parent;
    const int64_t *cells, *slots;  // where a history's numbers begin, and its children
    int32_t *child;
    // The window, by standing bid: how many bids, which, the first counts outside it.
    const int32_t *number, *bids, *beyond;
    // What is learnt, by history, slot and hand of the one to move: regrets; behind those of the hero its shares.
    float *numbers;
    // The walk, by history: how likely the other comes there with each hand, what the seat wins with each of its
    // own, whether the other comes there at all, and how often it did. The first two have a row for each history.
    float *reach, *values;
    uint8_t *alive;
    float *often;
    // Hands: the other's chances, and how many dice of a hand count for each face.
    const float *chance;
    const int32_t *other_counts, *seat_counts;
    int32_t others, seats, other_dice, depth;
    // How the walk learns: the weight of this iteration, and what is left of a positive regret.
    float weight, fade;
    // What it looks for: bids that the tree does not have and that are made at least so often where the seat comes,
    // too; listed as history * MAX_SLOTS + slot.
    float keep;
    int64_t *found;
    int32_t *finds;
    int32_t room;
    // How much the hero tries what it has not learnt to like; it does nothing but look around then.
    float explore;
    // Whether the hero is the other (or the seat), and whether it plays by its average: against the best response
    // where it is the other, against bots where it is the seat.
    int32_t hero_moves, measure;
    // The bots that may sit in the adversary's place: which of them, as bits, come to a history with each hand (a
    // row for each history); the slot that each takes, by standing bid, faces that the hero has bid, and hand;
    // those faces, by history; the chance of each bot, and what is left for an adversary who learns.
    uint64_t *bots;
    const uint8_t *bot_slots;
    const int32_t *faces;
    int32_t bot_count, bids_in_all;
    float bot_chance, rest;
} Walk;

HELPER int next_find(int32_t *finds) {
#ifdef __CUDACC__
    return atomicAdd(finds, 1);
#else
    return __atomic_fetch_add(finds, 1, __ATOMIC_RELAXED);
#endif
}

// Adds a number to one of `classes` sums that a block shares. All threads of a warp come here together.
HELPER void add_to_class(float *sums, int classes, int which, float number) {
#ifdef __CUDACC__
    if (!__any_sync(0xffffffffu, number > 0.0f)) return;
    for (int k = 0; k < classes; k++) {
        float sum = which == k ? number : 0.0f;
        for (int step = 16; step; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
        if (threadIdx.x % 32 == 0 && sum > 0.0f) atomicAdd(sums + k, sum);
    }
#else
    (void)classes;
    sums[which] += number;
#endif
}

// The same where threads come as they like.
HELPER void add_alone(float *sum, float number) {
#ifdef __CUDACC__
    atomicAdd(sum, number);
#else
    *sum += number;
#endif
}

// The number of the lowest bit, and how many there are.
HELPER int lowest(uint64_t bits) {
#ifdef __CUDACC__
    return __ffsll((long long)bits) - 1;
#else
    return __builtin_ctzll(bits);
#endif
}

HELPER int number_of(uint64_t bits) {
#ifdef __CUDACC__
    return __popcll(bits);
#else
    return __builtin_popcountll(bits);
#endif
}

// So many, in whole warps.
HELPER int padded(int number) {
#ifdef __CUDACC__
    return (number + 31) / 32 * 32;
#else
    return number;
#endif
}

// By number: the sum of it and of all above it.
HELPER void to_tails(float *sums, int dice) {
    for (int k = dice - 1; k >= 0; k--) sums[k] += sums[k + 1];
}

// How much of the mass makes a bid true, for somebody with so many dice that count.
HELPER float truth(const float *tails, int count, int own, int dice) {
    int missing = count - own;
    if (missing <= 0) return tails[0];
    return missing > dice ? 0.0f : tails[missing];
}

HELPER float positive(float number) { return number > 0.0f ? number : 0.0f; }

// What a bid wins when the other, whose mass `tails` has by face, doubts it.
HELPER float doubted(const Walk *w, int hand, int bid, float (*tails)[MAX_TAIL]) {
    int face = bid % FACES, own = w->seat_counts[face * w->seats + hand];
    return 2.0f * truth(tails[face], bid / FACES + 1, own, w->other_dice) - tails[face][0];
}

// The other is to move: passes its reach on, adds to its average, and says what the seat wins where the tree ends.
// The hero only makes bids that the tree has; any bid of the adversary that the tree does not have it doubts.
BODY other_moves(Walk w, int block) {
    SHARED float total[MAX_HANDS], worth[MAX_HANDS];
    SHARED float tails[MAX_SLOTS][MAX_TAIL];
    int id = w.rows[block], standing = w.bid[id];
    if (w.depth && !w.alive[w.parent[id]]) return;
    int bids = w.number[standing], slots = bids + (w.depth > 0), hero = w.hero_moves;
    int explores = w.explore > 0.0f, stays = hero && !explores;  // in the tree
    int bots = hero ? 0 : w.bot_count;
    float whole = hero ? 1.0f : w.rest;
    const int32_t *bid_of = w.bids + standing * MAX_SLOTS;
    const int32_t *child = w.child + w.slots[id];
    // Where the seat moved last the other's reach stayed what it was.
    int64_t above = w.depth > 1 ? (int64_t)w.parent[id] * w.others : -1;
    const float *reach = above < 0 ? w.chance : w.reach + above;
    if (above >= 0) whole = 1.0f;
    float *regret = w.numbers + w.cells[id], *share = regret + (bids + 1) * w.others;
    const float *from = hero && w.measure ? share : regret;
    EACH(h, w.others) total[h] = 0.0f;
    EACH(g, w.seats) worth[g] = 0.0f;
    EACH(i, slots * MAX_TAIL) tails[i / MAX_TAIL][i % MAX_TAIL] = 0.0f;
    for (int s = 0; s < slots; s++) {
        if (stays && s < bids && child[s] < 0) continue;
        EACH(h, w.others) total[h] += positive(from[s * w.others + h]);
    }
    SYNC();
    for (int s = 0; s < slots; s++) {
        int doubt = s == bids, next = doubt ? -1 : child[s], ends = next < 0;
        const int32_t *count_of = w.other_counts + (doubt ? standing : bid_of[s]) % FACES * w.others;
        EACH(h, padded(w.others)) {
            float mass = 0.0f;
            if (h < w.others) {
                // With nothing to go by it doubts, and opens in any way.
                float part = total[h] > 0.0f ? positive(from[s * w.others + h]) / total[h]
                             : w.depth       ? (float)doubt
                                             : 1.0f / slots;
                if (stays && ends && !doubt) part = 0.0f;
                if (explores) part = (1.0f - w.explore) * part + (ends ? 0.0f : w.explore / slots);
                mass = whole * reach[h] * part;
                if (mass < NOTHING) mass = 0.0f;
                if (stays && !w.measure) share[s * w.others + h] += w.weight * mass;
                if (!ends) {
                    w.reach[(int64_t)next * w.others + h] = mass;
                    if (mass > 0.0f) w.alive[next] = 1;
                    if (bots) w.bots[(int64_t)next * w.others + h] = 0;
                }
            }
            add_to_class(tails[s], ends ? w.other_dice + 1 : 1, ends && h < w.others ? count_of[h] : 0, mass);
        }
    }
    SYNC();
    if (bots) EACH(h, w.others) {
        const uint8_t *slot_of = w.bot_slots + ((int64_t)standing * 64 + w.faces[id]) * w.others + h;
        uint64_t left = above < 0 ? ~0ull >> (64 - bots) : w.bots[above + h];
        for (; left; left &= left - 1) {
            int bot = lowest(left), s = slot_of[(int64_t)bot * w.bids_in_all * 64 * w.others];
            int next = s == bids ? -1 : child[s];
            if (next >= 0) {
                w.bots[(int64_t)next * w.others + h] |= 1ull << bot;
                w.alive[next] = 1;
            }
            int bid = s == bids ? standing : bid_of[s];
            int k = next >= 0 ? 0 : w.other_counts[bid % FACES * w.others + h];
            add_alone(tails[s] + k, w.bot_chance * w.chance[h]);
        }
    }
    SYNC();
    EACH(s, slots) {
        to_tails(tails[s], w.other_dice);
        float mass = tails[s][0];
        if (s == bids) continue;
        if (child[s] >= 0) {
            if (!stays) w.often[child[s]] = mass;
            tails[s][0] = 0.0f;
        } else if (mass > 0.0f && mass * w.often[id] >= w.keep) {
            int at = next_find(w.finds);
            if (at < w.room) w.found[at] = (int64_t)id * MAX_SLOTS + s;
        }
    }
    SYNC();
    if (explores) return;
    for (int s = 0; s < slots; s++) {
        float mass = tails[s][0];
        if (mass <= 0.0f) continue;
        int doubt = s == bids, bid = doubt ? standing : bid_of[s];
        const int32_t *own = w.seat_counts + bid % FACES * w.seats;
        float sign = doubt ? 1.0f : -1.0f;
        EACH(g, w.seats) worth[g] += sign * (2.0f * truth(tails[s], bid / FACES + 1, own[g], w.other_dice) - mass);
    }
    EACH(g, w.seats) w.values[(int64_t)id * w.seats + g] = worth[g];
}

// The other has moved: adds what the seat wins where the tree goes on.
BODY add_children(Walk w, int block) {
    int id = w.rows[block];
    if (w.depth && !w.alive[w.parent[id]]) return;
    const int32_t *child = w.child + w.slots[id];
    float *values = w.values + (int64_t)id * w.seats;
    for (int s = 0; s < w.number[w.bid[id]]; s++) {
        if (child[s] < 0 || !w.alive[child[s]]) continue;
        const float *more = w.values + (int64_t)child[s] * w.seats;
        EACH(g, w.seats) values[g] += more[g];
    }
}

// The seat is to move: says what it wins, and learns. What a bid would win that the tree does not have, if it were
// doubted, is known for both; the adversary may make such bids, the hero only learns to wish for them.
BODY seat_moves(Walk w, int block) {
    SHARED float total[MAX_HANDS], value[MAX_HANDS], tails[FACES][MAX_TAIL];
    int id = w.rows[block], standing = w.bid[id];
    if (w.depth && !w.alive[id]) return;
    int bids = w.number[standing], slots = bids + (w.depth > 0), hero = !w.hero_moves;
    const int32_t *bid_of = w.bids + standing * MAX_SLOTS;
    const int32_t *child = w.child + w.slots[id];
    const float *reach = w.depth ? w.reach + (int64_t)id * w.others : w.chance;
    float *regret = w.numbers + w.cells[id];
    const float *from = hero && w.measure ? regret + (bids + 1) * w.seats : regret;
    int best = !hero && w.measure;
    EACH(i, FACES * MAX_TAIL) tails[i / MAX_TAIL][i % MAX_TAIL] = 0.0f;
    EACH(g, w.seats) {
        total[g] = 0.0f;
        value[g] = best ? -9.0f : 0.0f;
    }
    SYNC();
    for (int f = 0; f < FACES; f++)
        EACH(h, padded(w.others)) {
            int here = h < w.others;
            float mass = here ? reach[h] : 0.0f;
            if (here && hero && w.bot_count && w.depth)
                mass += w.bot_chance * w.chance[h] * number_of(w.bots[(int64_t)id * w.others + h]);
            add_to_class(tails[f], w.other_dice + 1, here ? w.other_counts[f * w.others + h] : 0, mass);
        }
    SYNC();
    EACH(f, FACES) to_tails(tails[f], w.other_dice);
    SYNC();
#define WORTH(s, g)                                                \
    ((s) == bids     ? -doubted(&w, g, standing, tails)            \
     : child[s] >= 0 ? w.values[(int64_t)child[s] * w.seats + (g)] \
                     : doubted(&w, g, bid_of[s], tails))
    for (int s = 0; s < slots; s++)
        EACH(g, w.seats) {
            if (best) {
                float worth = WORTH(s, g);
                if (worth > value[g]) value[g] = worth;
                continue;
            }
            float part = positive(from[s * w.seats + g]);
            if (part <= 0.0f || (hero && s < bids && child[s] < 0)) continue;
            total[g] += part;
            value[g] += part * WORTH(s, g);
        }
    EACH(g, w.seats) {
        if (best) {
            // The best response may also bid outside the window; the least such bid of a face is the best.
            for (int f = 0; f < FACES; f++) {
                int count = w.beyond[standing * FACES + f];
                float worth = count ? doubted(&w, g, (count - 1) * FACES + f, tails) : value[g];
                if (worth > value[g]) value[g] = worth;
            }
        } else if (total[g] > 0.0f) {
            value[g] /= total[g];
        } else if (w.depth) {
            value[g] = WORTH(bids, g);
        } else {
            for (int s = 0; s < slots; s++) value[g] += WORTH(s, g) / slots;
        }
        w.values[(int64_t)id * w.seats + g] = value[g];
    }
    if (w.measure) return;
    for (int s = 0; s < slots; s++)
        EACH(g, w.seats) {
            float *number = regret + s * w.seats + g;
            *number = *number * (*number > 0.0f ? w.fade : 0.5f) + WORTH(s, g) - value[g];
        }
}

#ifdef __CUDACC__
#define PROGRAM(name)                                                          \
    __global__ void name##_blocks(Walk walk) { name(walk, blockIdx.x); }       \
    extern "C" int run_##name(const Walk *walk, int blocks, int threads) {     \
        name##_blocks<<<blocks, threads>>>(*walk);                             \
        return (int)cudaGetLastError();                                        \
    }
#else
#define PROGRAM(name)                                                          \
    int run_##name(const Walk *walk, int blocks, int threads) {                \
        (void)threads;                                                         \
        _Pragma("omp parallel for schedule(dynamic, 8) if (blocks > 64)")        \
        for (int block = 0; block < blocks; block++) name(*walk, block);       \
        return 0;                                                              \
    }
#endif

PROGRAM(other_moves)
PROGRAM(add_children)
PROGRAM(seat_moves)
