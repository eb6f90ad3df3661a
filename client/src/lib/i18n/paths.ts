export { isPublicPath, type PublicPath } from '@clearcut/schemas/site/pages';
export { isWithoutLanguage, localPath, splitPath } from '@clearcut/schemas/site/resolve-page';
