import { MoreHorizontal, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { formatFeeRate, type Fees, type FeeRate } from '../../../contract/fees.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { useDeleteSellerFeeMutation } from './fees.api.ts'
import { FindSeller } from './FindSeller.tsx'
import { SellerFeeForm, type FeeSeller } from './SellerFeeForm.tsx'

type SellerRate = Fees['sellers'][number]

/** The open dialog. Without a seller, the user chooses one first. */
interface OpenDialog {
  seller: FeeSeller | null
  rate: FeeRate
}

/** Lists the sellers with their own fee. */
export function SellerFees({ fees }: { fees: Fees }) {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [last, setLast] = useState<OpenDialog>({ seller: null, rate: fees })
  if (open && open !== last) setLast(open)
  const close = () => setOpen(null)
  const remove = useRemoveFee(fees)
  const addButton = (
    <Button variant="secondary" onClick={() => setOpen({ seller: null, rate: fees })}>
      <Plus aria-hidden="true" />
      Add seller
    </Button>
  )

  const columns: readonly Column<SellerRate>[] = [
    {
      key: 'seller',
      header: 'Seller',
      kind: 'main',
      render: ({ sellerName }) => <span className="wrap-anywhere">{sellerName}</span>,
    },
    { key: 'email', header: 'Email', render: ({ sellerEmail }) => <EmailText address={sellerEmail} /> },
    { key: 'fee', header: 'Fee', render: (rate) => formatFeeRate(rate) },
    {
      key: 'actions',
      header: 'Actions',
      kind: 'actions',
      align: 'end',
      render: (rate) => (
        <Menu
          label={`Actions for ${rate.sellerName}`}
          entries={[
            {
              label: 'Change fee',
              icon: <Pencil />,
              onSelect: () => setOpen({ seller: toFeeSeller(rate), rate }),
            },
            {
              label: 'Remove fee',
              icon: <Trash2 />,
              tone: 'danger',
              onSelect: () => void remove(rate),
            },
          ]}
        >
          <MoreHorizontal />
        </Menu>
      ),
    },
  ]

  return (
    <section aria-labelledby="seller-fees">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="seller-fees" className="text-h3 font-bold tracking-tight">
          Sellers with their own fee
        </h2>
        {fees.sellers.length > 0 && addButton}
      </div>
      <DataTable
        caption="Sellers with their own fee"
        columns={columns}
        rows={fees.sellers}
        rowKey={({ sellerID }) => sellerID}
        empty={
          <EmptyState
            icon={<Users />}
            title="All sellers pay the general fee"
            text="Add a seller to agree on a different one."
            action={addButton}
          />
        }
      />
      <Dialog isOpen={open !== null} onClose={close} title={last.seller ? 'Seller’s fee' : 'Add seller'}>
        {last.seller ? (
          <SellerFeeForm key={last.seller.id} seller={last.seller} rate={last.rate} onDone={close} />
        ) : (
          <FindSeller
            takenIds={fees.sellers.map(({ sellerID }) => sellerID)}
            onChoose={({ _id, fullName, email }) =>
              setOpen({ seller: { id: _id, name: fullName, email }, rate: fees })
            }
          />
        )}
      </Dialog>
    </section>
  )
}

function toFeeSeller({ sellerID, sellerName, sellerEmail }: SellerRate): FeeSeller {
  return { id: sellerID, name: sellerName, email: sellerEmail }
}

function useRemoveFee(general: FeeRate) {
  const [deleteSellerFee] = useDeleteSellerFeeMutation()

  return async function remove({ sellerID, sellerName }: SellerRate): Promise<void> {
    const isSure = await confirm({
      title: `Remove the fee of ${sellerName}?`,
      text: `For cars that are paid for from now on, they pay the general fee: ${formatFeeRate(general)}.`,
      confirmLabel: 'Remove fee',
    })
    if (!isSure) return
    const { error } = await deleteSellerFee({ params: { sellerID } })
    if (error) toast.error(toProblem(error).message)
    else toast.success(`${sellerName} pays the general fee`)
  }
}
