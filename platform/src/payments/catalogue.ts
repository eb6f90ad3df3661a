import { readFile } from 'node:fs/promises';
import { isPackPrice, PRICE_NAMES, type PriceName } from '@clearcut/schemas/subscription/prices';
import { z } from 'zod';
import { ConfigError } from '../config/config.ts';
import type { Catalogue } from './port.ts';

const amounts = z.record(z.string().regex(/^[a-z]{3}$/), z.int().min(1).max(99_999_999));

const catalogueSchema = z
  .strictObject({
    /** The first is the default. */
    currencies: z.array(z.string().regex(/^[a-z]{3}$/)).min(1),
    prices: z.strictObject(
      // A catalogue older than packs sells none.
      Object.fromEntries(PRICE_NAMES.map((name) => [name, isPackPrice(name) ? amounts.optional() : amounts])) as Record<
        PriceName,
        z.ZodOptional<typeof amounts>
      >,
    ),
  })
  .superRefine(({ currencies, prices }, context) => {
    for (const name of PRICE_NAMES) {
      for (const currency of currencies) {
        const price = prices[name];
        if (price === undefined || price[currency] !== undefined) continue;
        context.addIssue({ code: 'custom', path: ['prices', name], message: `has no amount in ${currency}` });
      }
    }
  });

/**
 * Minor units.
 * @throws ConfigError
 */
export async function readCatalogue(path: string): Promise<Catalogue> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ConfigError(`The setting BILLING_CATALOGUE names ${path}, which cannot be read: ${String(error)}`);
  });
  const parsed = catalogueSchema.safeParse(parseJson(text, path));
  if (!parsed.success) throw new ConfigError(`${path} is no catalogue of prices: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError(`${path} is no JSON: ${String(error)}`);
  }
}
