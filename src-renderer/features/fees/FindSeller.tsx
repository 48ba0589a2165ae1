import { useState } from 'react'
import type { User } from '../../../contract/users.ts'
import { toProblem } from '../../api/problem.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { Notice } from '../../ui/controls/Notice.tsx'
import { Spinner } from '../../ui/controls/Spinner.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { useListSellersQuery } from '../users/users.api.ts'

const TYPING_MS = 200
const MAX_SHOWN_SELLERS = 6
const MAX_WORDS = 100

interface FindSellerProps {
  /** The IDs of the sellers that can't be chosen because they have their own fee. */
  takenIds: readonly string[]
  onChoose: (seller: User) => void
}

/** Finds a seller by name or email. */
export function FindSeller({ takenIds, onChoose }: FindSellerProps) {
  const [typed, setTyped] = useState('')
  const find = useSettled(typed.trim(), TYPING_MS)
  const query = useListSellersQuery({ query: { q: find || undefined, limit: MAX_SHOWN_SELLERS } })
  const { items, total } = flattenPages(query.currentData ?? query.data)

  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Find a seller"
        hint="By name or email"
        type="search"
        autoComplete="off"
        maxLength={MAX_WORDS}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {query.error ? (
        <Notice tone="danger" isAlert>
          <p>{toProblem(query.error).message}</p>
        </Notice>
      ) : (
        <>
          <p role="status" className="text-small text-muted">
            {items ? foundText(items.length, total) : <Spinner label="Loading sellers" />}
          </p>
          <ul className="flex flex-col gap-2">
            {items?.map((seller) => (
              <li key={seller._id}>
                <SellerChoice
                  seller={seller}
                  isTaken={takenIds.includes(seller._id)}
                  onChoose={() => onChoose(seller)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function foundText(shown: number, total: number | null): string {
  if (shown === 0) return 'No seller found. Check the spelling.'
  return total !== null && total > shown ? `The first ${shown} of ${total}. Type more to find others.` : ''
}

interface SellerChoiceProps {
  seller: User
  isTaken: boolean
  onChoose: () => void
}

function SellerChoice({ seller: { fullName, email }, isTaken, onChoose }: SellerChoiceProps) {
  return (
    <button
      type="button"
      className="flex min-h-11 w-full flex-col rounded-control border border-line px-4 py-2 text-left enabled:hover:border-primary disabled:opacity-60"
      disabled={isTaken}
      onClick={onChoose}
    >
      <span className="font-semibold wrap-anywhere">{fullName}</span>
      <span className="text-small wrap-anywhere text-muted">
        {email}
        {isTaken && ' · has their own fee'}
      </span>
    </button>
  )
}
