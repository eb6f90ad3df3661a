import sharp from 'sharp';

/**
 * A JPEG like a photo: soft light, a textured subject before a blurred background, and sensor noise, which makes photos
 * expensive to decode and encode. Deterministic.
 */
export async function photoLike(width: number, height: number): Promise<Buffer> {
  const data = new Uint8Array(width * height * 3);
  let state = 1;
  for (let i = 0; i < width * height; i++) {
    const x = (i % width) / width;
    const y = Math.floor(i / width) / height;
    // A linear congruential generator (Numerical Recipes): repeatable, and random enough for grain.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const grain = (state / 2 ** 32 - 0.5) * 14;
    const edge = Math.hypot((x - 0.5) / 0.24, (y - 0.55) / 0.38) + 0.05 * Math.sin(14 * Math.atan2(y - 0.55, x - 0.5));
    const inside = Math.min(1, Math.max(0, (1 - edge) * 60));
    const texture = 26 * Math.sin(x * 190) * Math.cos(y * 170) + 20 * Math.sin((x + y) * 61);
    const light = 40 * (0.5 - y);
    const subject = [176 + texture + light, 92 + 0.7 * texture + light, 64 + 0.5 * texture + light];
    const ground = [96 + 50 * x + light, 128 + 40 * Math.sin(3 * x + 2 * y), 150 + 60 * y];
    for (let c = 0; c < 3; c++) {
      const value = inside * subject[c]! + (1 - inside) * ground[c]! + grain;
      data[i * 3 + c] = Math.min(255, Math.max(0, value));
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

let variants = 0;

/** The same JPEG with another comment: stored and decoded as another picture. */
export function otherBytes(jpeg: Uint8Array): Buffer {
  const comment = Buffer.from(`\xff\xfe\0\x22${`variant ${variants++} `.padEnd(32)}`, 'latin1');
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}
