import { CSPProvider } from '@base-ui/react/csp-provider'
import { configureStore } from '@reduxjs/toolkit'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { matchPath, Route, Routes, StaticRouter } from 'react-router-dom'
import type { PublicConfig } from '../contract/config.ts'
import type { FirstLookRenderer, PublicRead } from '../contract/first-look.ts'
import { pages, type PageName } from '../contract/pages.ts'
import { api } from './api/api.ts'
import { keepConfig } from './api/config.ts'
import { takeAnswers, type FirstData } from './api/first-answers.ts'
import { MainLayout } from './app/MainLayout.tsx'
import { PageFrame } from './app/PageFrame.tsx'
import { sessionSlice } from './app/session/session.slice.ts'
import { carsApi } from './features/cars/cars.api.ts'
import { categoriesApi } from './features/categories/categories.api.ts'
import { searchCalls } from './features/search/use-search.ts'
import { CarPage } from './pages/CarPage.tsx'
import { HomePage } from './pages/HomePage.tsx'
import { LoginPage } from './pages/LoginPage.tsx'
import { RegisterPage } from './pages/RegisterPage.tsx'
import { SearchPage } from './pages/SearchPage.tsx'
import { readFrom } from './platform/first-look.ts'

interface Look {
  Page: ComponentType
  /** What the page reads, in its own words, so that it finds it answered: RTK Query's thunks. */
  reads?: (url: URL) => object[]
}

/** The pages that people arrive at. Their own components are drawn, so a look cannot differ from its page. */
const looks: Partial<Record<PageName, Look>> = {
  home: { Page: HomePage, reads: () => [categoriesApi.endpoints.listCategories.initiate()] },
  search: {
    Page: SearchPage,
    reads(url) {
      const { cars, facets } = searchCalls(url.searchParams)
      return [carsApi.endpoints.listCars.initiate(cars), carsApi.endpoints.getCarFacets.initiate(facets)]
    },
  },
  car: {
    Page: CarPage,
    reads({ pathname }) {
      const id = matchPath(pages.car.path, pathname)?.params.id ?? ''
      return [carsApi.endpoints.getCar.initiate({ params: { id } })]
    },
  },
  login: { Page: LoginPage },
  register: { Page: RegisterPage },
}

export function createFirstLookRenderer(read: PublicRead): FirstLookRenderer {
  readFrom(read)
  return async (name, address) => {
    const look = looks[name]
    if (!look) return null
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer, session: sessionSlice.reducer },
      middleware: (getDefault) => getDefault().concat(api.middleware),
    })
    const reads = look.reads?.(new URL(address, 'http://look.invalid')) ?? []
    const dispatch = store.dispatch as (thunk: object) => Promise<{ isSuccess: boolean }>
    const results = await Promise.all(reads.map(dispatch))
    if (results.some(({ isSuccess }) => !isSuccess)) return null
    const config = (await (await read('/api/config')).json()) as PublicConfig
    // For the drawing, which waits for nothing.
    keepConfig(config)
    const markup = renderToStaticMarkup(
      <Provider store={store}>
        <CSPProvider disableStyleElements>
          <StaticRouter location={address}>
            <Routes>
              <Route element={<MainLayout />}>
                <Route
                  path={pages[name].path}
                  element={
                    <PageFrame name={name}>
                      <look.Page />
                    </PageFrame>
                  }
                />
              </Route>
            </Routes>
          </StaticRouter>
        </CSPProvider>
      </Provider>,
    )
    const answers: FirstData = { config, answers: takeAnswers(store.getState().api) }
    // Its timers, which would hold the store.
    store.dispatch(api.util.resetApiState())
    return { markup: withoutControls(withoutStyles(markup)), answers }
  }
}

/**
 * The CSP refuses styles in markup; the renderer itself sets them one by one. What lacks its own stays unseen in its
 * place until then. Quotes and angle brackets in values are escaped, so these are attributes and tags.
 */
function withoutStyles(markup: string): string {
  return markup.replaceAll(/ style="[^"]*"/g, ' data-unstyled=""')
}

/**
 * Only the looks of fields and buttons: nothing can be typed, by hand or by a browser's memory, and then be lost. Links
 * lead where they say, for a pointer alone: focus would go with the look.
 */
function withoutControls(markup: string): string {
  return markup
    .replaceAll(/<select\b.*?<\/select>|<textarea\b.*?<\/textarea>|<input\b[^>]*>/gs, (control) => {
      const look = /^<\w+[^>]* class="([^"]*)"/.exec(control)?.[1] ?? ''
      const chosen = /<option[^>]* selected[^>]*>([^<]*)/.exec(control)?.[1] ?? ''
      return `<span class="${look}" data-control="">${chosen}</span>`
    })
    .replaceAll(/<button\b/g, '<span data-control=""')
    .replaceAll('</button>', '</span>')
    .replaceAll(/<a\b/g, '<a tabindex="-1"')
}
