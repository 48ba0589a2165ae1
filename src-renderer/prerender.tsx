import './platform/choose-platform.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { configureStore } from '@reduxjs/toolkit'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { matchPath, Route, Routes, StaticRouter } from 'react-router-dom'
import type { PublicConfig } from '../contract/config.ts'
import type { Prerender, PublicRead } from '../contract/prerender.ts'
import { apiPath } from '../contract/api/paths.ts'
import { pages, type IndexablePageName, type PageName } from '../contract/pages.ts'
import { api } from './api/api.ts'
import { keepConfig } from './api/config.ts'
import { takeResponses, type PrerenderedData } from './api/prerendered-responses.ts'
import { MainLayout } from './app/MainLayout.tsx'
import { PageFrame } from './app/PageFrame.tsx'
import { SkipLink } from './app/SkipLink.tsx'
import { sessionSlice } from './session/session.slice.ts'
import { carsApi } from './features/cars/cars.api.ts'
import { categoriesApi } from './features/categories/categories.api.ts'
import { allReviews, reviewsApi } from './features/reviews/reviews.api.ts'
import { buildSearchCalls } from './features/search/use-search.ts'
import { BlogsPage } from './pages/BlogsPage.tsx'
import { CarPage } from './pages/CarPage.tsx'
import { HomePage } from './pages/HomePage.tsx'
import { LoginPage } from './pages/LoginPage.tsx'
import { MakesPage } from './pages/MakesPage.tsx'
import { PrivacyPage } from './pages/PrivacyPage.tsx'
import { RegisterPage } from './pages/RegisterPage.tsx'
import { ReviewsPage } from './pages/ReviewsPage.tsx'
import { SearchPage } from './pages/SearchPage.tsx'
import { TermsPage } from './pages/TermsPage.tsx'
import { readFrom } from './platform/prerender.ts'

interface Drawing {
  Page: ComponentType
  /** The page's own API requests as RTK Query thunks. Their responses are embedded in the page. */
  reads?: (url: URL) => object[]
}

/**
 * Every page that search engines may index, plus the registration page. The real page components
 * are rendered, so a prerendered page cannot differ from the interactive one.
 */
const drawings: Record<IndexablePageName, Drawing> & Partial<Record<PageName, Drawing>> = {
  home: { Page: HomePage, reads: () => [categoriesApi.endpoints.listCategories.initiate()] },
  search: {
    Page: SearchPage,
    reads(url) {
      const { cars, facets } = buildSearchCalls(url.searchParams)
      return [carsApi.endpoints.listCars.initiate(cars), carsApi.endpoints.getCarFacets.initiate(facets)]
    },
  },
  makes: { Page: MakesPage, reads: () => [categoriesApi.endpoints.listCategories.initiate()] },
  car: {
    Page: CarPage,
    reads({ pathname }) {
      const id = matchPath(pages.car.path, pathname)?.params.id ?? ''
      return [carsApi.endpoints.getCar.initiate({ params: { id } })]
    },
  },
  reviews: {
    Page: ReviewsPage,
    reads: () => [
      reviewsApi.endpoints.listAllReviews.initiate(allReviews),
      reviewsApi.endpoints.getReviewSummary.initiate(),
    ],
  },
  blogs: { Page: BlogsPage },
  privacy: { Page: PrivacyPage },
  terms: { Page: TermsPage },
  login: { Page: LoginPage },
  register: { Page: RegisterPage },
}

export function createPrerender(read: PublicRead): Prerender {
  readFrom(read)
  return async (name, url) => {
    const drawing = drawings[name]
    if (!drawing) return null
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer, session: sessionSlice.reducer },
      middleware: (getDefault) => getDefault().concat(api.middleware),
    })
    const reads = drawing.reads?.(new URL(url, 'http://server.invalid')) ?? []
    const dispatch = store.dispatch as (thunk: object) => Promise<{ isSuccess: boolean }>
    const results = await Promise.all(reads.map(dispatch))
    if (results.some(({ isSuccess }) => !isSuccess)) return null
    const config = (await (await read(apiPath('getConfig'))).json()) as PublicConfig
    // Rendering is synchronous, so the configuration must be available first.
    keepConfig(config)
    const markup = renderToStaticMarkup(
      <Provider store={store}>
        <CSPProvider disableStyleElements>
          <StaticRouter location={url}>
            <SkipLink />
            <Routes>
              <Route element={<MainLayout />}>
                <Route
                  path={pages[name].path}
                  element={
                    <PageFrame name={name}>
                      <drawing.Page />
                    </PageFrame>
                  }
                />
              </Route>
            </Routes>
          </StaticRouter>
        </CSPProvider>
      </Provider>,
    )
    const responses: PrerenderedData = { config, responses: takeResponses(store.getState().api) }
    // Otherwise, the cache's timers would keep the store in memory.
    store.dispatch(api.util.resetApiState())
    return { markup, responses }
  }
}
