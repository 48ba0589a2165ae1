/**
 * Ends this process when its parent is gone, even if the parent was killed with SIGKILL: the IPC channel
 * between them then closes. Without a channel (started by hand or by another program), it does nothing.
 */
export function endWithParent(): void {
  if (!process.connected) return
  process.on('disconnect', () => process.exit(1))
  // A referenced channel would keep the process alive after its work is done.
  process.channel?.unref()
}
