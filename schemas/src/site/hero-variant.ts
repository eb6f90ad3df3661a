export const HERO_VARIANTS = ['photographs'] as const;
export type HeroVariant = (typeof HERO_VARIANTS)[number];

export const HERO_VARIANT_DAYS = 30;

/** Stable per visitor (FNV-1a, 32 bits). */
export function heroVariantOf(visitorId: string): HeroVariant {
  let digest = 0x811c9dc5;
  for (const letter of visitorId) digest = Math.imul(digest ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return HERO_VARIANTS[digest % HERO_VARIANTS.length] ?? HERO_VARIANTS[0];
}
