import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

const here = import.meta.dirname

/** The chunk of everything that loads with any page that is opened first: one chunk instead of twenty. */
const everyPage = { name: 'start', tags: ['$initial' as const] }

/**
 * Small parts that most pages draw: one chunk instead of one for each icon and label, because a request costs
 * a phone more than these few kilobytes. None of them has a package as a dependency, which every page would
 * then load. The icons of the dashboard's menu and lists stay with the dashboard.
 */
const mostPages = {
  name: 'parts',
  test: /contract[\\/]cars[\\/]car-choices\.ts|lucide-react.*[\\/]icons[\\/](?!(arrow-down|arrow-left|arrow-up|bell|circle-plus|credit-card|hand-coins|mail-check|mail-exclamation-point|newspaper|rotate-ccw-clock|shopping-cart)\.)|src-renderer[\\/]ui[\\/]\w+[\\/](Badge|Card|EmailField|Field|LoadMore|Notice|Price|Select|Skeleton|TextField|TextLink)\.tsx/,
  minShareCount: 5,
}

/**
 * Code for the slides on the home page's first screen and below it. In its own chunk, it keeps the first
 * screen's styles from loading with the content below.
 */
const slides = {
  name: 'slides',
  test: /lucide-react.*[\\/]icons[\\/](play|pause)\.|src-renderer[\\/](features[\\/]home[\\/](SlideControls|use-slides)|ui[\\/]use-autoplay)\.tsx?$/,
}

/** Code with which every page that shows cars draws them. The forms that edit cars are separate. */
const carPages = {
  name: 'cars',
  test: /contract[\\/]cars[\\/]car-name\.ts|src-renderer[\\/](api[\\/](done-or-stale|optimistic-removal|tags)|features[\\/]cars[\\/](CarCard|CarPicture|cars\.api|resell-price-note))\.tsx?$/,
  minShareCount: 2,
}

/** The single-photo field with its upload progress, which profiles and makes have. */
const photos = { name: 'photos', test: /src-renderer[\\/]ui[\\/]\w+[\\/](PhotoPicker|Progress)\.tsx$/ }

/** A car's numbers, which the list, the page, and the forms of cars read, and the table that shows them. */
const carNumbers = {
  name: 'numbers',
  test: /contract[\\/]cars[\\/](car-(facts|numbers|texts)|mileage)\.ts|src-renderer[\\/]features[\\/]cars[\\/]SpecTable\.tsx$/,
}

/** Phone numbers with their links. */
const phones = {
  name: 'phones',
  test: /contract[\\/]phone-link\.ts|src-renderer[\\/]ui[\\/]controls[\\/]PhoneText\.tsx$/,
}

/** The building blocks of schemas, together with zod, because every form needs both. */
const schemas = { name: 'schemas', test: /contract[\\/]api[\\/](list-query|fields)\.ts$/ }

/**
 * The build has three bundles: `out/main`, `out/preload`, and `out/renderer`. The renderer's is one build for
 * the web (served by the API) and for the console (served by main over `app://`).
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      // The installers contain no packages, so main includes everything that it needs, except for the native
      // keychain module.
      externalizeDeps: false,
      rolldownOptions: { input: { index: resolve(here, 'src-main/index.ts') }, external: ['keytar'] },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can be neither ESM nor require packages, so one CommonJS file contains all of it.
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
        // of the page that a visitor requests.
        resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
      },
      rolldownOptions: {
        input: resolve(here, 'src-renderer/index.html'),
        output: {
          // 36 bits distinguish one version's file from the next. Names are a large part of the first load,
          // and base 36 compresses better.
          hashCharacters: 'base36',
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: {
            groups: [everyPage, mostPages, slides, carPages, photos, phones, carNumbers, schemas],
          },
        },
      },
    },
  },
})

/**
 * Overrides the settings of electron-vite, which forces a relative base and Electron's own Chrome as the
 * target. On the web, a cold deep link needs assets from the root, and browsers are older than Electron's.
 * This plugin runs after electron-vite's preset.
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
 * Makes parts that load on demand use `$import` (src-renderer/app/import-again.ts), which can retry. This
 * happens last: by then, Vite has found the styles that each part needs.
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
