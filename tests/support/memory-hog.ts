/** Allocates the requested number of megabytes and reports them. */
const allocated: Buffer[] = []

process.once('message', (megabytes: number) => {
  for (let mb = 0; mb < megabytes; mb++) allocated.push(Buffer.alloc(1024 * 1024, 1))
  // The memory stays allocated until the watchdog has checked it.
  setTimeout(() => process.send!(allocated.length, () => process.disconnect()), 1000)
})
