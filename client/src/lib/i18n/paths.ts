/** Addresses of pages, as the server knows them too. */
export { isPublicPath, type PublicPath } from '@clearcut/schemas/site/pages';
export { isWithoutLanguage, localPath, splitPath } from '@clearcut/schemas/site/resolve-page';
