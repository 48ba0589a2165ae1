import { join, resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

const here = import.meta.dirname

/**
 * React Router's production build. The package's exports always name the development build, which has half a
 * kilobyte of warnings.
 */
const productionRouter = resolve(here, 'node_modules/react-router/dist/production')

/** The modules that every first page loads, in one chunk instead of twenty. */
const everyPage = { name: 'start', tags: ['$initial' as const] }

/** The icons that only the dashboard's menu and pages show. This group comes before `mostPages`. */
const dashboardIcons = {
  name: 'dashboard-icons',
  test: /lucide-react.*[\\/]icons[\\/](banknote|circle-plus|credit-card|file-spreadsheet|hand-coins|handshake|newspaper|rotate-ccw-clock|rss|scale|scroll-text|shopping-cart|tags|timer|user-round|users)\./,
}

/**
 * Small components of most pages: one chunk instead of one for each icon and label, because a request costs a phone more
 * than these few kilobytes. None of them imports a package, which every page would then load.
 */
const mostPages = {
  name: 'parts',
  test: /contract[\\/]cars[\\/]body-and-fuel\.ts|lucide-react.*[\\/]icons[\\/](?!(arrow-down|arrow-left|arrow-up|bell|calendar-x-2|mail-check|mail-exclamation-point)\.)|src-renderer[\\/]ui[\\/]\w+[\\/](Badge|Card|EmailField|Field|LoadMore|Notice|Price|Select|Skeleton|TextField|TextLink)\.tsx/,
  minShareCount: 5,
}

/**
 * The animated parts of the home page, in a separate chunk. The lower sections therefore do not load the
 * styles of the first one.
 */
const slides = {
  name: 'slides',
  test: /lucide-react.*[\\/]icons[\\/](play|pause)\.|src-renderer[\\/](features[\\/]home[\\/](SlideControls|use-slides)|ui[\\/]use-autoplay)\.tsx?$/,
}

/** The components that show cars, which every page about cars uses. The forms that edit cars are separate. */
const carPages = {
  name: 'cars',
  test: /contract[\\/]cars[\\/]car-name\.ts|src-renderer[\\/](api[\\/](done-or-stale|optimistic-removal|tags)|features[\\/]cars[\\/](CarCard|CarPhoto|cars\.api|resell-price-note))\.tsx?$/,
  minShareCount: 2,
}

/** The field for a single photo with its upload progress, which the forms for profiles and makes use. */
const photos = { name: 'photos', test: /src-renderer[\\/]ui[\\/]\w+[\\/](PhotoPicker|Progress)\.tsx$/ }

/** A car's facts, which lists, pages, and forms use, and the table that shows them. */
const carNumbers = {
  name: 'numbers',
  test: /contract[\\/]cars[\\/](car-(choices|facts|numbers|texts)|mileage|shots)\.ts|src-renderer[\\/]features[\\/]cars[\\/]SpecTable\.tsx$/,
}

/** The small modules of pages on which buyers pay or reserve. */
const buying = {
  name: 'buying',
  test: /contract[\\/]all-in-price\.ts|src-renderer[\\/](features[\\/]purchases[\\/](buy-state|purchases\.api)|ui[\\/](use-countdown|controls[\\/](AmountLines|IncludedFees)))\.tsx?$/,
}

/** The code for phone numbers and their links. */
const phones = {
  name: 'phones',
  test: /contract[\\/]phone-link\.ts|src-renderer[\\/]ui[\\/]controls[\\/]PhoneText\.tsx$/,
}

/** The building blocks of schemas, with zod, because every form needs both. */
const schemas = { name: 'schemas', test: /contract[\\/]api[\\/](list-query|fields)\.ts$/ }

/**
 * Three bundles: `out/main`, `out/preload` and `out/renderer`. The renderer's is one build for the web
 * (served by the API) and for the console (served by main over `app://`).
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      // The installers contain no packages: the main bundle includes everything except the native keychain module.
      externalizeDeps: false,
      rolldownOptions: { input: { index: resolve(here, 'src-main/index.ts') }, external: ['keytar'] },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can't be an ES module and can't require packages, so it is one CommonJS file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve(here, 'src-preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(here, 'src-renderer'),
    publicDir: resolve(here, 'src-renderer/public'),
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: join(productionRouter, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: join(productionRouter, 'dom-export.mjs') },
      ],
    },
    plugins: [react(), tailwindcss(), servedFromTheRoot(), importsAgain()],
    build: {
      outDir: 'out/renderer',
      emptyOutDir: true,
      minify: true,
      manifest: true,
      // The CSP allows neither inline scripts nor data: fonts, so nothing is inlined.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // A list of each page's chunks would add 3 kB to the first load. Instead, the server names the chunks
        // of the requested page.
        resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
      },
      rolldownOptions: {
        input: resolve(here, 'src-renderer/index.html'),
        output: {
          // 36 bits are enough to distinguish the versions of a file. Short names make the first load
          // smaller, because they compress better.
          hashCharacters: 'base36',
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: {
            groups: [
              everyPage,
              dashboardIcons,
              mostPages,
              slides,
              carPages,
              photos,
              buying,
              phones,
              carNumbers,
              schemas,
            ],
          },
        },
      },
    },
  },
})

/**
 * Overrides electron-vite's preset, which forces a relative base and Electron's own Chrome as the target. On the web, a
 * deep link needs assets from the root, and some browsers are older than Electron's.
 */
function servedFromTheRoot(): Plugin {
  return {
    name: 'kerblight:served-from-the-root',
    enforce: 'post',
    config(config) {
      config.base = '/'
      config.build = { ...config.build, target: 'es2022' }
    },
  }
}

/**
 * Replaces dynamic imports with `$import` (src-renderer/app/import-again.ts), which can retry them. The
 * plugin runs last, after Vite has determined the styles that each chunk needs.
 */
function importsAgain(): Plugin {
  return {
    name: 'kerblight:imports-again',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = file.code.replaceAll(/\bimport\((["'`])\.\//g, '$$import($1')
      },
    },
  }
}
