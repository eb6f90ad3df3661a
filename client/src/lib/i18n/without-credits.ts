import type { i18n } from 'i18next';

/** Texts that replace others when credits are off, by namespace. */
export const WITHOUT_CREDITS = 'without-credits';

/** @param texts the namespaces just loaded */
export function replaceTexts(instance: i18n, language: string, texts: readonly string[]): void {
  for (const namespace of texts) {
    const instead: unknown = instance.getResource(language, WITHOUT_CREDITS, namespace);
    if (instead !== undefined) instance.addResourceBundle(language, namespace, instead, true, true);
  }
}
