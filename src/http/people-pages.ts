import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { html, Markup } from '../system/markup.ts'
import { addressKey } from './address.ts'
import type { OidcServices } from './oidc-page.ts'
import { sendPage } from './page.ts'
import { sendAdmission } from './rate-headers.ts'

interface PeoplePage {
  readonly path: string
  readonly title: string
  readonly intro: string
  /** Where the form is sent. */
  readonly target: string
  readonly fields: readonly (keyof typeof inputs)[]
  /** What the button for the identity provider says before its name. */
  readonly single?: string
}

const inputs = {
  name: html`<label>Your name <input name="name" autocomplete="name" maxlength="80" required></label>`,
  email: html`<label>Email address <input name="email" type="email" autocomplete="username" required></label>`,
  password: html`<label>Password <input name="password" type="password" autocomplete="current-password" required></label>`,
  newPassword: html`<label>New password, at least 12 characters <input name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required></label>`,
  anyPassword: html`<label>Password, at least 12 characters <input name="password" type="password" minlength="12" maxlength="256" required></label>`,
  // It appears when the API asks for it.
  code: html`<label hidden>Code of your authenticator app, or a recovery code <input name="code" autocomplete="one-time-code" disabled required></label>`,
}

const pages: readonly PeoplePage[] = [
  {
    path: '/setup',
    title: 'Set up Polypost',
    intro: 'You become the owner of this instance. Choose how you sign in from now on.',
    target: '/setup',
    fields: ['name', 'email', 'newPassword'],
  },
  {
    path: '/invite',
    title: 'Join Polypost',
    intro:
      'Somebody invited you. Choose a password. If you have an account here already, enter the password of that account.',
    target: '/invites/accept',
    fields: ['name', 'anyPassword', 'code'],
    single: 'Join with',
  },
  {
    path: '/sign-in',
    title: 'Sign in to Polypost',
    intro: 'If you have lost your password, the operator can make a link for you: polypost people reset.',
    target: '/session',
    fields: ['email', 'password', 'code'],
    single: 'Sign in with',
  },
  {
    path: '/password',
    title: 'Choose a new password',
    intro: 'All other sessions end.',
    target: '/me/password',
    fields: ['newPassword'],
    single: 'Link your account with',
  },
]

/**
 * Sends the form, and the token of the link, which is behind the # of the address. A sign-in link alone signs in, but only
 * when somebody presses the button: programs that look at links in messages must not use it up.
 */
const script = `
const form = document.querySelector('form')
const note = document.querySelector('[role=alert]')
const token = new URLSearchParams(location.hash.slice(1)).get('token')
const isLink = location.pathname === '/sign-in' && token !== null
const single = document.querySelector('[data-single]')
const post = (path, body) => fetch('/api/v1' + path, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(token === null ? body : { ...body, token }),
}).then((response) => response.json(), () => null)
const explain = (answer) => {
  note.hidden = false
  note.textContent = answer?.error.message ?? 'The instance does not answer. Try again in a moment.'
}
if (isLink) {
  for (const label of form.querySelectorAll('label')) label.remove()
  single?.remove()
  form.hidden = false
}
single?.addEventListener('click', async () => {
  single.disabled = true
  const answer = await post('/session/oidc', location.pathname === '/password' ? { link: true } : {})
  single.disabled = false
  if (answer?.status === 'ok') location.assign(answer.data.url)
  else explain(answer)
})
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  const given = Object.fromEntries(new FormData(form))
  const answer = await post(form.dataset.target, given)
  button.disabled = false
  if (answer?.status !== 'ok') {
    const code = form.elements.namedItem('code')
    const asksForCode = answer?.error.code === 'code_needed'
    if (asksForCode) {
      code.parentElement.hidden = false
      code.disabled = false
      code.focus()
    }
    explain(answer)
    if (asksForCode) note.textContent = 'Enter the code that your authenticator app shows now.'
    return
  }
  history.replaceState(null, '', location.pathname)
  if (isLink && !answer.data.person.has_password && !answer.data.person.has_oidc) location.assign('/password')
  note.hidden = false
  note.textContent = 'You are signed in as ' + answer.data.person.name + '. You can close this page.'
})
`
const scriptHash = createHash('sha256').update(script).digest('base64')

/** The pages that links lead to. They do what the API does, and nothing else. */
export function addPeoplePages(server: FastifyInstance, { calls, oidc }: Pick<OidcServices, 'calls' | 'oidc'>): void {
  for (const { path, title, intro, target, fields, single } of pages)
    server.get(path, { config: { operationName: 'peoplePage' } }, async (request, reply) => {
      sendAdmission(reply, await calls.admitOpen(addressKey(request.ip)))
      return sendPage(reply, {
        status: 200,
        title,
        body: html`<p>${intro}</p>
      <p class="problem" role="alert" hidden></p>
      ${single && oidc ? html`<p><button type="button" data-single>${single} ${oidc.name}</button></p>` : html``}
      <form data-target="${target}"${single && oidc?.only ? html` hidden` : html``}>
        ${fields.map((field) => inputs[field])}
        <button type="submit">Continue</button>
      </form>
      <script>${new Markup(script)}</script>`,
        script: `'sha256-${scriptHash}'`,
      })
    })
}
