/**
 * Simulates waiting times at a given load: Poisson arrivals by hour of day, two jobs a picture, first jobs first.
 *
 * node scripts/simulate-load.mjs [pictures a day] [workers; 0: any number] [seconds of the first job] [seconds of the
 * second job]
 *
 * Prints waits at the busiest hour, utilisation, and the workers that keep 95 of 100 waits under 3 s.
 */
const [PICTURES = 10_000_000, WORKERS = 0, FIRST = 0.35, SECOND = 0.9] = process.argv.slice(2).map(Number);
if (!(PICTURES > 0 && WORKERS >= 0 && FIRST > 0 && SECOND > 0)) {
  console.error(
    'Usage: node scripts/simulate-load.mjs [pictures a day] [workers; 0: any number] [seconds of the first job] [seconds of the second job]',
  );
  process.exit(2);
}
/** Relative to the mean hour. */
const PEAK = 2;
const SIMULATED_SECONDS = 300;
/** Seconds, 95th percentile. */
const GOAL = 3;

/** Deterministic (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Times {
  #times = [];
  get size() {
    return this.#times.length;
  }
  first() {
    return this.#times[0];
  }
  push(time) {
    const times = this.#times;
    let place = times.push(time) - 1;
    for (let above; place > 0 && times[(above = (place - 1) >> 1)] > time; place = above) {
      [times[place], times[above]] = [times[above], times[place]];
    }
  }
  pop() {
    const times = this.#times;
    const first = times[0];
    const last = times.pop();
    if (times.length === 0) return first;
    times[0] = last;
    for (let place = 0; ;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      let least = place;
      if (left < times.length && times[left] < times[least]) least = left;
      if (right < times.length && times[right] < times[least]) least = right;
      if (least === place) return first;
      [times[place], times[least]] = [times[least], times[place]];
      place = least;
    }
  }
}

const around = (mean, random) => mean * (0.5 + random());

function simulate(workers) {
  const random = randomFrom(7);
  const rate = (PICTURES / 86_400) * PEAK;
  const free = new Times();
  for (let n = 0; n < workers; n++) free.push(0);
  const firsts = [];
  let head = 0;
  const seconds = new Times();
  const waits = [];
  let busy = 0;
  let next = 0;
  let now = 0;
  while (now < SIMULATED_SECONDS) {
    const idleAt = free.first();
    // Oldest first job, then a second job, then waits.
    while (next <= Math.max(idleAt, 0) || (head === firsts.length && (seconds.size === 0 || seconds.first() > next))) {
      firsts.push(next);
      next += -Math.log(1 - random()) / rate;
      if (firsts[firsts.length - 1] > idleAt) break;
    }
    free.pop();
    const isFirst =
      head < firsts.length && (firsts[head] <= idleAt || seconds.size === 0 || seconds.first() > firsts[head]);
    const requestedAt = isFirst ? firsts[head++] : seconds.pop();
    const begin = Math.max(idleAt, requestedAt);
    const work = around(isFirst ? FIRST : SECOND, random);
    free.push(begin + work);
    busy += work;
    if (isFirst) {
      waits.push(begin + work - requestedAt);
      seconds.push(begin + work);
    }
    now = begin;
  }
  waits.sort((a, b) => a - b);
  const at = (share) => waits[Math.floor(waits.length * share)] ?? Number.NaN;
  return {
    workers,
    busy: busy / (now * workers),
    median: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    left: firsts.length - head + seconds.size,
  };
}

function enough() {
  const work = (PICTURES / 86_400) * PEAK * (FIRST + SECOND);
  for (let workers = Math.ceil(work); ; workers += Math.max(1, Math.floor(work / 100))) {
    const result = simulate(workers);
    if (result.p95 <= GOAL && result.busy < 0.97) return result;
  }
}

const { workers, busy, median, p95, p99, left } = WORKERS > 0 ? simulate(WORKERS) : enough();
console.log(
  `${PICTURES.toLocaleString('en')} pictures a day, ${((PICTURES / 86_400) * PEAK).toFixed(1)} a second at the peak`,
);
console.log(`${workers} workers, ${(100 * busy).toFixed(0)} % busy`);
console.log(`until the cut-out: median ${median.toFixed(2)} s, 95 % ${p95.toFixed(2)} s, 99 % ${p99.toFixed(2)} s`);
console.log(`jobs left waiting after ${SIMULATED_SECONDS} s: ${left}`);
