import { Suspense, type ReactNode } from 'react'
import { pages } from '../../../contract/pages.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { DropFile } from './DropFile.tsx'

const PastImports = lazyPart(() => import('./PastImports.tsx').then((module) => module.PastImports))

interface ImportsProps {
  /** In the head. */
  actions: ReactNode
  notice: ReactNode
}

/** A new import, and those of the last weeks. */
export function Imports({ actions, notice }: ImportsProps) {
  return (
    <>
      <PageHead
        title={pages.imports.title}
        actions={actions}
        text="Add and update many cars from one file. You see what would change before anything does, and can take it back."
      />
      {notice}
      <DropFile />
      <Suspense fallback={null}>
        <PastImports />
      </Suspense>
    </>
  )
}
