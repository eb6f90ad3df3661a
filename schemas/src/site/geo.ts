import { z } from 'zod';

export const geoSchema = z.object({ country: z.string().length(2).nullable() });
