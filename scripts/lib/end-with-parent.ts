/**
 * Ends this process when its parent is gone. It detects this by the closing of the IPC channel, even if the
 * parent was killed with SIGKILL. Without a channel (started by hand or by another program), it does nothing.
 */
export function endWithParent(): void {
  if (!process.connected) return
  process.on('disconnect', () => process.exit(1))
  // A referenced channel would keep the process alive after its work is done.
  process.channel?.unref()
}
