/** Allocates the requested number of megabytes and reports them. */
const kept: Buffer[] = []

process.once('message', (megabytes: number) => {
  for (let mb = 0; mb < megabytes; mb++) kept.push(Buffer.alloc(1024 * 1024, 1))
  // The memory stays allocated until the watchdog has checked it.
  setTimeout(() => process.send!(kept.length, () => process.disconnect()), 1000)
})
