import { z } from 'zod';

/** GET /api/geo/ */
export const geoSchema = z.object({ country: z.string().length(2).nullable() });
