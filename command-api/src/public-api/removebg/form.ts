import { z } from 'zod';

const text = z.string().optional();
const picture = z.file().optional();
const flag = z.enum(['true', 'false']).optional();

/** For the document; bodies are streamed. Unknown fields are ignored. */
export const removeBgFields = {
  image_file_b64: text.describe('The picture in base64. One of this, `image_file` and `image_url`.'),
  image_url: text.describe('Where the picture is.'),
  size: z
    .enum(['preview', 'small', 'regular', 'medium', 'hd', 'full', '4k', '50MP', 'auto'])
    .optional()
    .describe(
      '`preview` (default), `small` and `regular` are free, the others one credit; `auto` takes what can be had.',
    ),
  format: z.enum(['auto', 'png', 'jpg', 'webp', 'zip']).optional(),
  channels: z.enum(['rgba', 'alpha']).optional(),
  roi: text.describe('`x1 y1 x2 y2` in px or %.'),
  crop: flag,
  crop_margin: text.describe('One to four lengths in px or %.'),
  scale: text.describe('`original`, or 10% to 100%.'),
  position: text.describe('`original`, `center`, or one or two per cents.'),
  bg_color: text.describe('Hex digits, or a name of CSS.'),
  bg_image_url: text,
  add_shadow: flag,
  shadow_type: z.enum(['auto', 'car', '3D', 'drop', 'none']).optional(),
  shadow_opacity: text.describe('0 to 100.'),
  semitransparency: flag.describe('Checked; always on.'),
  type: text.describe('Ignored.'),
  type_level: text.describe('`none` leaves `X-Type` out.'),
} as const;

export const removeBgSchema = z.object(removeBgFields).meta({ id: 'RemoveBg' });
export const removeBgFormSchema = z
  .object({ image_file: picture.describe('The picture: PNG, JPG or WEBP.'), ...removeBgFields, bg_image_file: picture })
  .meta({ id: 'RemoveBgForm' });

export const removeBgErrorSchema = z
  .object({ errors: z.array(z.object({ title: z.string(), detail: z.string(), code: z.string() })) })
  .meta({ id: 'RemoveBgErrors' });
