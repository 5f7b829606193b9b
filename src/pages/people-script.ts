import { apiPrefix } from '../contract/openapi.ts'

/**
 * Sends the form, and the token of the link, which is behind the # of the address. A sign-in link alone signs in, but only
 * when somebody presses the button: programs that look at links in messages must not use it up.
 */
export const peopleScript = `
const form = document.querySelector('form')
const problem = document.querySelector('[role=alert]')
const words = JSON.parse(form.dataset.words)
const returnTo = form.dataset.returnTo
const token = new URLSearchParams(location.hash.slice(1)).get('token')
const isLink = location.pathname === '/sign-in' && token !== null
const single = document.querySelector('[data-single]')
const send = form.querySelector('[type=submit]')
let isSending = false

const post = (path, body) => fetch('${apiPrefix}' + path, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(token === null ? body : { ...body, token }),
}).then((response) => response.json(), () => null)

const setSending = (sending) => {
  isSending = sending
  send.ariaDisabled = String(sending)
  send.textContent = sending ? words.sending : words.send
}

const setNote = (field, text) => {
  const note = document.getElementById(field.name + '-note')
  note.textContent = text ?? note.dataset.hint
  note.toggleAttribute('data-wrong', text !== null)
  field.ariaInvalid = String(text !== null)
}

const forget = () => {
  problem.hidden = true
  for (const field of form.querySelectorAll('input[name]')) setNote(field, null)
}

const explain = (answer) => {
  const error = answer?.error
  const wrong = (error?.details ?? []).map(({ path }) => form.elements.namedItem(path)).filter((field) => words.wrong[field?.name])
  for (const field of wrong) setNote(field, words.wrong[field.name])
  if (wrong.length > 0) return wrong[0].focus()
  problem.hidden = false
  problem.textContent = error ? words.errors[error.code] ?? error.message : words.unreachable
  const other = document.querySelector('[hidden] > [name=email]')
  if (error?.code === 'code_needed') ask('code')
  else if (error?.code === 'sign_in_refused' && other) ask('email')
  else form.querySelector('input[name]:not([disabled])')?.focus()
}

const ask = (name) => {
  const field = form.elements.namedItem(name)
  field.closest('.field').hidden = false
  field.disabled = false
  field.focus()
}

const goOn = ({ person }) => {
  history.replaceState(null, '', location.pathname)
  if (isLink && !person.has_password && !person.has_oidc) return location.replace('/password')
  if (returnTo) return location.replace(returnTo)
  form.hidden = true
  document.querySelector('[role=status]').hidden = false
}

if (isLink) {
  for (const part of document.querySelectorAll('.field, details')) part.remove()
  document.querySelector('.lead').textContent = words.linkIntro
  single?.remove()
  form.hidden = false
}

const ownAddress = form.querySelector('input:not([name])')
if (ownAddress)
  fetch('${apiPrefix}/session')
    .then((response) => response.json())
    .then(({ data }) => (ownAddress.value = data.session?.person.email ?? ''), () => {})

for (const button of form.querySelectorAll('[aria-pressed]'))
  button.addEventListener('click', () => {
    const field = button.previousElementSibling
    const shows = field.type === 'password'
    field.type = shows ? 'text' : 'password'
    button.ariaPressed = String(shows)
    button.firstChild.textContent = shows ? words.hide : words.show
  })

single?.addEventListener('click', async () => {
  if (isSending) return
  isSending = true
  forget()
  const answer = await post('/session/oidc', location.pathname === '/password' ? { link: true } : returnTo ? { return_to: returnTo } : {})
  isSending = false
  if (answer?.status === 'ok') location.assign(answer.data.url)
  else explain(answer)
})

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (isSending) return
  setSending(true)
  forget()
  const answer = await post(form.dataset.target, Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== '')))
  if (answer?.status === 'ok') return goOn(answer.data)
  setSending(false)
  explain(answer)
})
`
