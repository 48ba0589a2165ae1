import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'

const here = import.meta.dirname

/** What loads with whatever page is opened first: one chunk instead of twenty. */
const everyPage = { name: 'start', tags: ['$initial' as const] }

/**
 * Small parts that most pages draw: one chunk instead of one for each icon and label, since a request costs a phone
 * more than these few kilobytes. None brings a package along, which every page would load then. The icons of the
 * dashboard's menu and lists stay with it.
 */
const mostPages = {
  name: 'parts',
  test: /contract[\\/]cars[\\/]car-choices\.ts|lucide-react.*[\\/]icons[\\/](?!(arrow-down|arrow-left|arrow-up|bell|circle-plus|credit-card|hand-coins|mail-check|mail-exclamation-point|newspaper|rotate-ccw-clock|shopping-cart)\.)|src-renderer[\\/]ui[\\/]\w+[\\/](Badge|Card|EmailField|Field|LoadMore|Notice|Price|Select|Skeleton|TextField|TextLink)\.tsx/,
  minShareCount: 5,
}

/** What moves on the home page's first screen and below it, so that what is below doesn't bring the first one's styles. */
const slides = {
  name: 'slides',
  test: /lucide-react.*[\\/]icons[\\/](play|pause)\.|src-renderer[\\/](features[\\/]home[\\/](SlideControls|use-slides)|ui[\\/]use-autoplay)\.tsx?$/,
}

/** What every page with cars draws them with; the forms that write them stay apart. */
const carPages = {
  name: 'cars',
  test: /contract[\\/]cars[\\/]car-name\.ts|src-renderer[\\/](api[\\/](done-or-stale|optimistic-removal|tags)|features[\\/]cars[\\/](CarCard|CarPicture|cars\.api|resell-price-note))\.tsx?$/,
  minShareCount: 2,
}

/** The field of one photo, with how far its upload is: profiles and makes have one. */
const photos = { name: 'photos', test: /src-renderer[\\/]ui[\\/]\w+[\\/](PhotoPicker|Progress)\.tsx$/ }

/** A car's numbers, which the list, the page and the forms of cars read, with the table that shows them. */
const carNumbers = {
  name: 'numbers',
  test: /contract[\\/]cars[\\/](car-(facts|numbers|texts)|mileage)\.ts|src-renderer[\\/]features[\\/]cars[\\/]SpecTable\.tsx$/,
}

/** Phone numbers with their links. */
const phones = {
  name: 'phones',
  test: /contract[\\/]phone-link\.ts|src-renderer[\\/]ui[\\/]controls[\\/]PhoneText\.tsx$/,
}

/** What schemas are made of, with zod: whoever reads a form needs both. */
const schemas = { name: 'schemas', test: /contract[\\/]api[\\/](list-query|fields)\.ts$/ }

/**
 * Three bundles: `out/main`, `out/preload` and `out/renderer`. The renderer's is one build for the web
 * (served by the API) and for the console (served by main over `app://`).
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      // The installers carry no packages: main holds all it needs, but for the native keychain module.
      externalizeDeps: false,
      rolldownOptions: { input: { index: resolve(here, 'src-main/index.ts') }, external: ['keytar'] },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can be neither ESM nor require packages: one CommonJS file holds all of it.
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
        // A list of what each page loads would weigh 3 kB in the first load; the server names it to who arrives there.
        resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
      },
      rolldownOptions: {
        input: resolve(here, 'src-renderer/index.html'),
        output: {
          // 36 bits tell one version's file from the next one's; names are much of the first load, and these pack better.
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
 * electron-vite forces a relative base and Electron's own Chrome as the target. On the web a cold deep link
 * needs assets from the root, and browsers are older than Electron's; this runs after its preset.
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
 * Parts that load on demand do so by `$import` (src-renderer/app/import-again.ts), which can be tried again. Written last:
 * by then Vite has found what styles each part needs.
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
