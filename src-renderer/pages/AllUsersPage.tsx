import { AllUsers } from '../features/users/AllUsers.tsx'

export function AllUsersPage() {
  return <AllUsers />
}
