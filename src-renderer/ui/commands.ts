import { useEffect } from 'react'
import type { CommandId } from '../../contract/desktop/commands.ts'

const takers = new Map<CommandId, (() => void)[]>()

/**
 * Handles a console command while the component is mounted. If several components do, the most
 * recent one wins.
 */
export function useCommand(id: CommandId, take: () => void): void {
  useEffect(() => takeCommand(id, take), [id, take])
}

/**
 * Runs a command on the current page.
 * @returns true if a component handles it
 */
export function runOnPage(id: CommandId): boolean {
  const take = takers.get(id)?.at(-1)
  take?.()
  return take !== undefined
}

function takeCommand(id: CommandId, take: () => void): () => void {
  const list = takers.get(id) ?? []
  list.push(take)
  takers.set(id, list)
  return () => void list.splice(list.indexOf(take), 1)
}
