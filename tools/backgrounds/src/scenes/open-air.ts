import { bokehBlur } from '../toolkit/bokeh-blur.ts';
import { addDisc } from '../light/bokeh.ts';
import { hex, mix, plus, ramp, scaled, type Rgb } from '../toolkit/colour.ts';
import { clamp, fbm, noise, smoothstep } from '../toolkit/noise.ts';
import { ASPECT, blank, paint, sample, type Picture } from '../toolkit/picture.ts';
import { randomFrom } from '../toolkit/random.ts';

const SKY = ramp([
  [0, '#6ea3d8'],
  [0.6, '#b4d2ea'],
  [1, '#e9eee6'],
]);

function skyAt(x: number, y: number, horizon: number, seed: number): Rgb {
  const up = clamp(y / horizon);
  const puff = fbm(x * 1.7 + 2, (y * 3.4) / (0.35 + up), 5, seed, 0.55);
  const belly = fbm(x * 1.7 + 2, (y * 3.4 + 0.22) / (0.35 + up), 5, seed, 0.55);
  const cloud = smoothstep(0.05, 0.75, puff + 0.35 * up - 0.1);
  const white = mix(hex('#ffffff'), hex('#cdd6de'), clamp(0.55 * belly + 0.15));
  return mix(SKY(up), white, 0.85 * cloud);
}

const HORIZON = 0.42;
const GRASS = ramp([
  [0, '#3f5f22'],
  [0.45, '#6f9138'],
  [0.8, '#a3b651'],
  [1, '#d3d17c'],
]);

function meadowAt(x: number, y: number): Rgb {
  const wood = HORIZON - 0.035 - 0.035 * fbm(x * 3.1, 1, 4, 11) - 0.012 * fbm(x * 14, 2, 3, 12);
  if (y < wood) return skyAt(x, y, HORIZON, 31);
  if (y < HORIZON) {
    const leaves = fbm(x * 26, y * 40, 4, 13, 0.6);
    const shade = smoothstep(wood, HORIZON, y);
    return scaled(mix(hex('#7f9660'), hex('#3d5531'), shade), 1 + 0.25 * leaves);
  }
  const depth = 0.35 / (y - HORIZON + 0.012);
  const across = (x - ASPECT / 2) * depth;
  const patch = fbm(across * 0.3, depth * 0.5, 4, 14);
  const near = smoothstep(3, 0.6, depth);
  const blades = fbm((x + 0.12 * y) * 90, y * 25, 4, 15, 0.62);
  const tufts = fbm(x * 18, y * 27, 3, 16);
  const light = clamp(
    0.5 + 0.2 * patch + (0.2 * blades + 0.16 * tufts) * (0.4 + 0.6 * near) + 0.14 * smoothstep(1, 8, depth),
  );
  return mix(GRASS(light), hex('#b9c48a'), 0.45 * smoothstep(3, 22, depth));
}

function addFlowers(picture: Picture): void {
  const random = randomFrom(77);
  const colours = ['#fff6e8', '#f4c93c', '#e2574c', '#fdf0c2', '#b79ad8'].map(hex);
  for (let i = 0; i < 420; i++) {
    const depth = random() ** 2.2;
    const y = HORIZON + 0.03 + 0.5 * depth;
    const radius = 0.0012 + 0.0085 * depth * (0.6 + 0.6 * random());
    addDisc(picture, {
      x: random() * ASPECT,
      y,
      radius,
      light: 0.35 + 0.35 * random(),
      colour: colours[Math.floor(random() * colours.length)]!,
      soft: 0.35,
      rim: 0.1,
    });
  }
}

/** Blurred by distance: most at the horizon, least just before the lower border. */
function farAway(picture: Picture, horizon: number, most: number): void {
  const small = blank(Math.round(picture.width / 4), Math.round(picture.height / 4));
  paint(small, (x, y) => sample(picture, x, y));
  const soft = bokehBlur(small, most);
  paint(picture, (x, y) => {
    const sharp = smoothstep(horizon + 0.12, horizon + 0.5, y);
    return sharp === 0 ? sample(soft, x, y) : mix(sample(soft, x, y), sample(picture, x, y), sharp);
  });
}

export function meadow(picture: Picture): void {
  paint(picture, meadowAt);
  addFlowers(picture);
  const sharp = { ...picture, data: picture.data.slice() };
  farAway(sharp, HORIZON, 0.011);
  picture.data.set(sharp.data);
}

const SHORE = 0.6;
const WATER = ramp([
  [0, '#2f7f9c'],
  [0.35, '#3f9fae'],
  [0.7, '#74c3bd'],
  [1, '#bfe3d2'],
]);
const SAND = ramp([
  [0, '#b79a72'],
  [0.5, '#dfc79d'],
  [1, '#f3e6c8'],
]);
const SEA_LINE = 0.38;

/** Edge of the water, and of the sand wetted by the last wave. */
const shoreAt = (x: number): number => SHORE + 0.035 * (x - 0.75) + 0.018 * fbm(x * 2.2, 3, 3, 21);

function beachAt(x: number, y: number): Rgb {
  if (y < SEA_LINE) return skyAt(x, y, SEA_LINE, 47);
  const shore = shoreAt(x);
  const depth = 0.3 / (y - SEA_LINE + 0.01);
  if (y < shore) {
    const t = (y - SEA_LINE) / (shore - SEA_LINE);
    const swell = fbm(x * depth * 1.1, depth * 5, 4, 22, 0.55);
    const crest =
      smoothstep(0.5, 0.95, noise(x * 1.3 + 4, t * 7 - 0.35 * x, 23) + 0.45 * swell) * smoothstep(0.25, 0.75, t);
    const foam = smoothstep(0.045, 0, shore - y + 0.02 * fbm(x * 18, y * 40, 4, 24));
    const water = scaled(WATER(t), 1 + 0.16 * swell * (1 - 0.5 * t));
    return mix(mix(water, hex('#f6faf8'), 0.75 * crest), hex('#ffffff'), clamp(0.9 * foam));
  }
  const wet = smoothstep(0.07, 0, y - shore + 0.012 * fbm(x * 6, 9, 3, 25));
  const ripple = fbm(x * 9 + 2 * fbm(x * 2, y * 3, 2, 26), y * 34, 4, 27, 0.55);
  const grain = noise(x * 420, y * 420, 28);
  const sand = SAND(clamp(0.62 + 0.12 * ripple + 0.05 * grain + 0.12 * fbm(x * 1.6, y * 2, 2, 29)));
  const sheen = plus(scaled(hex('#a98e69'), 0.78), scaled(SKY(0.7), 0.22));
  return mix(sand, sheen, 0.85 * wet);
}

export function beach(picture: Picture): void {
  paint(picture, beachAt);
  const sharp = { ...picture, data: picture.data.slice() };
  farAway(sharp, SEA_LINE + 0.08, 0.007);
  picture.data.set(sharp.data);
}
