export { type BuildManifest, createAssetsOf } from './page/assets.ts';
export { createDocumentOf } from './page/document.ts';
export { createDocuments } from './rendering/documents.ts';
export { createKeptDocuments } from './rendering/kept-documents.ts';
export { createRenderer } from './rendering/renderer.ts';
export { siteRoutes } from './routes.ts';
export { createSite } from './site.ts';
