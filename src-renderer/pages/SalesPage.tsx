import { Sales } from '../features/sales/Sales.tsx'

export function SalesPage() {
  return <Sales />
}
