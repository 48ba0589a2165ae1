import { pages } from '../../../contract/pages.ts'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { ListError } from '../../ui/table/ListError.tsx'
import { GeneralFee } from './GeneralFee.tsx'
import { useGetFeesQuery } from './fees.api.ts'
import { SellerFees } from './SellerFees.tsx'

/** Shows and changes the fees that sellers pay per sale. */
export function Fees() {
  const query = useGetFeesQuery(undefined, { refetchOnMountOrArgChange: true })
  const fees = query.data

  return (
    <>
      <PageHead
        title={pages.fees.title}
        text="Sellers pay the fee from each sale; buyers pay the listed price. A new fee applies to cars that are paid for from then on."
      />
      {fees ? (
        <div className="flex flex-col gap-8">
          <GeneralFee key={[fees.basisPoints, fees.minimum, fees.maximum].join()} rate={fees} />
          <SellerFees fees={fees} />
        </div>
      ) : query.error ? (
        <ListError query={query} />
      ) : (
        <Loading label="Loading fees" className="flex flex-col gap-6">
          <Skeleton className="h-72 max-w-[760px]" />
          <Skeleton className="h-36" />
        </Loading>
      )}
    </>
  )
}
