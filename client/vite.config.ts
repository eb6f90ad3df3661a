import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, defineConfig, minify, type Plugin } from 'vite';
import { contracts } from './vite-contracts.ts';
import { guides } from './vite-guides.ts';
import { texts } from './vite-texts.ts';

const TEXT = /\.(js|css|html|svg|json)$/;

/** The server compresses nothing itself. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => TEXT.test(file));
      await Promise.all(
        files.map(async (file) => {
          const path = join(dir, file);
          const content = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}

/** Pages load these on their own; files of `public` are copied as they are. */
const OWN_SCRIPTS = ['theme.js', 'after-paint.js'];

function minifyOwnScripts(): Plugin {
  return {
    name: 'minify-own-scripts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      for (const fileName of OWN_SCRIPTS) {
        const { code } = await minify(fileName, readFileSync(new URL(`public/${fileName}`, import.meta.url), 'utf8'));
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
  };
}

/**
 * Unused parts: our theme has no ripple, our buttons no spinner, no component is merged into
 * another, Emotion copies statics only for `withTheme`, our links inherit their colour, no theme is written as source
 * or has cascade layers, and the server sets the colour scheme, without MUI's script.
 */
const UNSEEN = [
  { importer: /@mui\/material\/ButtonBase\//, source: /\/TouchRipple\.mjs$/ },
  {
    importer: /@mui\/material\/ButtonBase\//,
    source: /\/useLazyRipple\//,
    code: 'const nothing = () => {}; const none = { ref: {}, start: nothing, stop: nothing, pulsate: nothing }; export default () => none;',
  },
  {
    importer: /@mui\/utils\/deepmerge\//,
    source: /^react-is$/,
    code: 'export const isValidElementType = () => false;',
  },
  { importer: /@emotion\/react\//, source: /^hoist-non-react-statics$/ },
  { importer: /@mui\/material\/(Icon)?Button\//, source: /\/CircularProgress\/index\.mjs$/ },
  {
    importer: /@mui\/material\/styles\//,
    source: /\/stringifyTheme\.mjs$/,
    code: 'export const stringifyTheme = null;',
  },
  { importer: /@mui\/system\/ThemeProvider\//, source: /\/useLayerOrder\.mjs$/ },
  { importer: /@mui\/material\/Link\//, source: /\/getTextDecoration\.mjs$/ },
  {
    importer: /@mui\/system\/cssVars\//,
    source: /\/InitColorSchemeScript\.mjs$/,
    code: "export const [buildInitColorSchemeScript, DEFAULT_MODE_STORAGE_KEY, DEFAULT_COLOR_SCHEME_STORAGE_KEY, DEFAULT_ATTRIBUTE] = [() => null, 'mode', 'color-scheme', 'data-color-scheme'];",
  },
];
const NOTHING = '\0nothing';

function leaveOutUnseen(): Plugin {
  return {
    name: 'leave-out-unseen',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const index = UNSEEN.findIndex((part) => part.source.test(source) && part.importer.test(importer));
      return index === -1 ? null : NOTHING + index;
    },
    load: (id) =>
      id.startsWith(NOTHING) ? (UNSEEN[Number(id.slice(NOTHING.length))]?.code ?? 'export default () => null;') : null,
  };
}

/** Leaves out the shades of MUI's colours that its palette does not name. */
function namedShades(): Plugin {
  const palette = readFileSync(
    new URL('../node_modules/@mui/material/styles/createPalette.mjs', import.meta.url),
    'utf8',
  );
  return {
    name: 'named-shades',
    enforce: 'pre',
    transform: {
      filter: { id: /@mui\/material\/colors\/(blue|green|lightBlue|orange|purple|red)\.mjs$/ },
      handler: (code, id) =>
        code.replaceAll(/^ +(\w+): '#\w+',?$/gm, (line, shade: string) =>
          palette.includes(`${basename(id, '.mjs')}[${shade}]`) ? line.replace(/,?$/, ',') : '',
        ),
    },
  };
}

/** The router's package gives every bundler its development build. */
function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-router(\/dom)?$/ },
      handler: (source) =>
        fileURLToPath(import.meta.resolve(source).replace('/development/', '/production/').replace(/\.js$/, '.mjs')),
    },
  };
}

/** A typeface that arrives after the first paint would shift the page (src/app/theme/typefaces.ts). */
function lateTypefacesWait(): Plugin {
  return {
    name: 'late-typefaces-wait',
    enforce: 'pre',
    transform: {
      filter: { id: /@fontsource-variable\/.*\.css$/ },
      handler: (styles) => styles.replaceAll('font-display: swap', 'font-display: optional'),
    },
  };
}

/** Matches files and folders of `src`. Throws where one is missing: its chunk would silently fall apart. */
function sources(...paths: readonly string[]): (id: string) => boolean {
  const missing = paths.filter((path) => !existsSync(new URL(`src/${path}`, import.meta.url)));
  if (missing.length > 0) throw new Error(`Not in src: ${missing.join(', ')}`);
  return (id) => paths.some((path) => id.includes(`/client/src/${path}`));
}

const LOADED_FIRST = /\/(base|react|rolldown-runtime|index)-[\w-]+\.js$/;

const clientBuild: BuildEnvironmentOptions = {
  target: 'es2022',
  // The server lists a page's assets by it (command-api/src/site/page/assets.ts).
  manifest: true,
  modulePreload: {
    // Needed only by browsers outside the target; in the few others files come a moment later.
    polyfill: false,
    // A list of a part's files weighs on the chunk that loads it: only styles in the first load.
    resolveDependencies: (_file, dependencies, { hostId, hostType }) => {
      if (hostType === 'html') return dependencies;
      if (LOADED_FIRST.test(`/${hostId}`)) return dependencies.filter((name) => name.endsWith('.css'));
      return dependencies.filter((name) => !LOADED_FIRST.test(name));
    },
  },
  // The content security policy allows no data: scripts, and separate files are cached for good.
  assetsInlineLimit: 0,
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          // Small chunks compress badly. Name nothing here that a page can do without.
          {
            name: 'base',
            test: sources(
              'app/layouts/Footer.tsx',
              'app/layouts/Header.tsx',
              'app/layouts/PublicLayout.tsx',
              'app/theme/ThemeProvider.tsx',
              'app/theme/create-cache.ts',
              'app/theme/emotion-caches.ts',
              'app/theme/form-controls.ts',
              'app/theme/prefixes.ts',
              'app/theme/theme.ts',
              'app/theme/tokens.ts',
              'app/theme/typefaces.ts',
              'features/auth/modal/auth-modal.ts',
              'features/auth/session/api.ts',
              'features/auth/session/link-pictures.ts',
              'features/auth/session/session.ts',
              'features/auth/session/useSession.ts',
              'lib/errors/',
              'lib/http/',
              'lib/i18n/',
              'lib/storage/',
              'lib/usePreload.ts',
              'ui/FreeOffer.tsx',
              'ui/page/Head.tsx',
              'ui/useFreeOffer.ts',
            ),
            priority: -1,
          },
          // Shared by the home page and the upload page, for the same reason.
          {
            name: 'add',
            test: sources(
              'features/pictures/upload-page/useAddPicture.ts',
              'features/pictures/uploads/DropSheet.tsx',
              'features/pictures/uploads/ExamplePictures.tsx',
              'features/pictures/uploads/useUpload.ts',
              'ui/paper/Mat.tsx',
              'ui/paper/checker.ts',
            ),
            priority: -2,
          },
          // Shared by the pages that save, for the same reason.
          {
            name: 'saves',
            test: sources(
              'features/private-area/save-wish.ts',
              'features/pictures/saves/PriceNote.tsx',
              'features/pictures/saves/SaveQuestion.tsx',
              'features/pictures/saves/credits.ts',
              'features/pictures/saves/guess/guess-question.ts',
              'features/pictures/saves/lack-of-credits.ts',
              'features/pictures/saves/receipt-path.ts',
              'features/pictures/saves/save-store.ts',
              'features/pictures/saves/useCredits.ts',
              'features/pictures/saves/useSaveInHd.ts',
            ),
            priority: -3,
          },
          { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
        ],
      },
    },
  },
};

export default defineConfig({
  plugins: [
    react(),
    contracts(),
    texts(),
    guides(),
    minifyOwnScripts(),
    precompress(),
    leaveOutUnseen(),
    namedShades(),
    lateTypefacesWait(),
    productionRouter(),
  ],
  resolve: { alias: { '@scene-backgrounds': fileURLToPath(new URL('../scene/backgrounds', import.meta.url)) } },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  builder: {
    buildApp: async (builder) => {
      await Promise.all(Object.values(builder.environments).map((environment) => builder.build(environment)));
    },
  },
  environments: {
    // For the worker thread that draws public pages (command-api/src/site/rendering/). Bundles all dependencies: an
    // image holds none of the client's packages.
    server: {
      consumer: 'server',
      resolve: { noExternal: true },
      // MUI's class names must match the browser's build.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        ssr: true,
        outDir: 'server/dist',
        target: 'node24',
        assetsInlineLimit: 0,
        copyPublicDir: false,
        emitAssets: false,
        minify: false,
        rolldownOptions: { input: 'src/app/server/render.tsx', output: { codeSplitting: true } },
      },
    },
    client: { build: clientBuild },
  },
});
