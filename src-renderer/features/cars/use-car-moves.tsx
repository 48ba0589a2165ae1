import { Archive, BadgeDollarSign, CalendarClock, EyeOff, FilePen, Upload, Wrench } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { toRequestedState } from '../../../contract/cars/car-life.ts'
import type { Availability, Car } from '../../../contract/cars/cars.ts'
import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { useMe } from '../../session/use-session.ts'
import type { MenuEntry } from '../../ui/overlays/MenuPopup.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { toastUndoable } from '../undo/undo.api.ts'
import { editPath, formatCarTitle } from './car-form.ts'
import { listAllowedMoves, type CarMove } from './car-moves.ts'
import { useSetCarStateMutation } from './cars.api.ts'
import { SoldElsewhereDialog } from './SoldElsewhereDialog.tsx'

export interface Listing {
  label: string
  run: () => void
  isBusy: boolean
}

interface CarMoves {
  entries: (car: Car) => MenuEntry[]
  /** Returns the change that lists or unlists a car, or null if neither is possible. */
  listing: (car: Car) => Listing | null
  /** The sold-elsewhere dialog, to render next to the list. */
  dialog: ReactNode
}

/** Changes cars' states according to the table of allowed steps, with Undo. */
export function useCarMoves(): CarMoves {
  const me = useMe()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [setCarState, { isLoading: isBusy }] = useSetCarStateMutation()
  const [selling, setSelling] = useState<Car | null>(null)

  async function applyMove(car: Car, { to, done }: CarMove) {
    const { data, error } = await setCarState({
      params: { id: car._id },
      body: { state: toRequestedState(to)! },
    })
    const outcome = data?.available === 'in-review' ? 'is in review: another listing has its VIN' : done
    if (data) dispatch(toastUndoable(`${formatCarTitle(car)} ${outcome}`, data, () => 'Undone'))
    else showProblem(car, toProblem(error))
  }

  function showProblem(car: Car, { code, message }: ApiProblem) {
    const complete = { label: 'Add them', onAction: () => void navigate(editPath(car)) }
    toast.error(message, code === 'listing-incomplete' ? { action: complete } : {})
  }

  return {
    entries: (car) =>
      listAllowedMoves(car, me).map((move) => ({
        label: move.label,
        icon: icons[move.to],
        onSelect: () => (move.to === 'sold-elsewhere' ? setSelling(car) : void applyMove(car, move)),
      })),
    listing(car) {
      const move = listAllowedMoves(car, me).find(({ to }) => to === 'instock' || to === 'withdrawn')
      return move ? { label: move.label, run: () => void applyMove(car, move), isBusy } : null
    },
    dialog: <SoldElsewhereDialog car={selling} onClose={() => setSelling(null)} />,
  }
}

const icons: Partial<Record<Availability, ReactNode>> = {
  draft: <FilePen />,
  'due-in': <CalendarClock />,
  preparing: <Wrench />,
  instock: <Upload />,
  'sold-elsewhere': <BadgeDollarSign />,
  withdrawn: <EyeOff />,
  archived: <Archive />,
}
