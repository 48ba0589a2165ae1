import { Lock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { isEditable } from '../../contract/cars/car-life.ts'
import { buildCarName } from '../../contract/cars/car-name.ts'
import type { Car } from '../../contract/cars/cars.ts'
import { carMissingTitle, pages } from '../../contract/pages.ts'
import { toProblem } from '../api/problem.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { UnconfirmedNotice } from '../session/UnconfirmedNotice.tsx'
import { useMe } from '../session/use-session.ts'
import { formatCarTitle } from '../features/cars/car-form.ts'
import { EditCar } from '../features/cars/EditCar.tsx'
import { EditDraft } from '../features/cars/EditDraft.tsx'
import { useGetCarQuery } from '../features/cars/cars.api.ts'
import { useListedCar } from '../features/cars/use-listed-car.ts'
import { StateBadge } from '../features/cars/StateBadge.tsx'
import { LinkButton } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/controls/EmptyState.tsx'
import { PageHead } from '../ui/controls/PageHead.tsx'
import { ListError } from '../ui/table/ListError.tsx'
import { Loading, Skeleton } from '../ui/controls/Skeleton.tsx'

export function EditCarPage() {
  const { id = '' } = useParams()
  const me = useMe()
  const query = useGetCarQuery({ params: { id } }, { refetchOnMountOrArgChange: true })
  const listed = useListedCar(id)
  // An open form stays open to preserve typed text. Saving reports what has happened to the car
  // since.
  const [openId, setOpenId] = useState<string>()
  const [isOpenAsDraft, setOpenAsDraft] = useState(false)
  const isOpen = openId === id
  const isAway = query.error !== undefined && toProblem(query.error).code === 'offline'
  // Offline, the user edits the car's data from the list. Saving reveals whether it is outdated.
  const car = query.currentData ?? (isAway || isOpen ? listed : undefined)
  usePageTitle(car && `Edit ${buildCarName(car)}`)

  if (!car && query.error) {
    if (toProblem(query.error).code !== 'not-found') return <ListError query={query} />
    return <CannotEdit title={carMissingTitle} text="It was deleted, or the address is wrong." />
  }
  // The form opens only with current data.
  if (!car || (query.isFetching && !isOpen)) return <FormSkeleton />
  const isMine = me.isAdmin || car.sellerID === me._id
  if (isMine && isEditable(car) && !isOpen) {
    setOpenId(id)
    setOpenAsDraft(isDraft(car))
  }
  if (!isMine || (!isEditable(car) && !isOpen)) {
    return (
      <CannotEdit
        title={isMine ? 'You can’t edit this car right now' : 'This isn’t your car'}
        text={isMine ? <StateBadge state={car.available} /> : 'Its seller and admins can edit it.'}
      />
    )
  }
  return (
    <>
      <PageHead title={isOpenAsDraft ? formatCarTitle(car) : `Edit ${buildCarName(car)}`} />
      <UnconfirmedNotice waits="Until then, you can’t save changes." className="mb-5 max-w-[760px]" />
      {isOpenAsDraft ? <EditDraft key={car._id} car={car} /> : <EditCar key={car._id} car={car} />}
    </>
  )
}

/** Reports whether the car was never listed, in which case its data may be incomplete. */
function isDraft({ available, listedBefore }: Car): boolean {
  return listedBefore === false && available !== 'in-review'
}

function CannotEdit({ title, text }: { title: string; text: ReactNode }) {
  const { isAdmin } = useMe()
  return (
    <div className="card">
      <EmptyState
        icon={<Lock />}
        as="h1"
        title={title}
        text={text}
        action={
          <LinkButton to={isAdmin ? pages.manageCars.path : pages.myCars.path}>Back to the cars</LinkButton>
        }
      />
    </div>
  )
}

function FormSkeleton() {
  return (
    <Loading label="Loading the car" className="flex max-w-[760px] flex-col gap-5">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-72" />
      <Skeleton className="h-60" />
    </Loading>
  )
}
