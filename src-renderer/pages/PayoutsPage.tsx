import { useNavigate, useSearchParams } from 'react-router-dom'
import { STATEMENTS_VIEW, statementsPath } from '../../contract/statements.ts'
import { FindSeller } from '../features/fees/FindSeller.tsx'
import { Payouts } from '../features/payouts/Payouts.tsx'
import { SellerFeesSection } from '../features/seller-fees/SellerFeesSection.tsx'
import { Statements } from '../features/statements/Statements.tsx'

/** Shows the payouts, or the statements if the URL asks for them. */
export function PayoutsPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()

  if (params.get('view') !== STATEMENTS_VIEW) return <Payouts fees={<SellerFeesSection />} />
  return (
    <Statements
      seller={params.get('seller') ?? undefined}
      chooseSeller={<FindSeller takenIds={[]} onChoose={({ _id }) => void navigate(statementsPath(_id))} />}
    />
  )
}
