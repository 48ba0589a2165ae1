import { ChevronDown, FileText } from 'lucide-react'
import type { DealDocuments } from '../../../contract/deal-documents.ts'

/** Lists the documents of a sale. Each one opens on its own, and all of them are open in print. */
export function SaleDocuments({ documents }: Pick<DealDocuments, 'documents'>) {
  return (
    <ul className="deal-documents">
      {documents.map(({ kind, title, facts, paragraphs }) => (
        <li key={kind}>
          <details className="deal-document">
            <summary>
              <FileText aria-hidden="true" />
              <span className="min-w-0 flex-1">{title}</span>
              <ChevronDown aria-hidden="true" className="deal-document-arrow" />
            </summary>
            <div className="deal-document-text">
              <dl>
                {facts.map(({ label, value }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              {paragraphs.map((paragraph, index) => (
                <p key={index}>{paragraph}</p>
              ))}
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}
