// The page for invalid links has no form.

const { session = '' } = document.body.dataset
const form = document.querySelector('form')
const button = document.querySelector('button')
const note = document.querySelector('[role=status]')

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  const outcome = new FormData(form).get('outcome')
  if (typeof outcome === 'string') void finish(outcome)
})

// A browser may restore the page from its cache after the session has ended.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

async function finish(outcome: string) {
  if (!button || !note || button.disabled) return
  button.disabled = true
  note.textContent = 'One moment…'
  try {
    const response = await fetch(`/setup/session/${session}/${outcome}`, { method: 'POST' })
    const { url } = (await response.json()) as { url: string }
    location.assign(url)
  } catch {
    note.textContent = 'Your choice couldn’t be saved. Please try again.'
    button.disabled = false
  }
}
