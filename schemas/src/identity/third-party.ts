import { z } from 'zod';
import { idSchema } from '../id.ts';

const thirdPartyLoginSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null in old rows. */
  linkedAt: z.iso.datetime().nullable(),
});
export type ThirdPartyLogin = z.infer<typeof thirdPartyLoginSchema>;
export const thirdPartyLoginListSchema = z.object({ logins: z.array(thirdPartyLoginSchema) });

export const thirdPartyLoginParamsSchema = z.object({ id: idSchema });
