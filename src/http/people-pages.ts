import type { FastifyInstance } from 'fastify'
import { peopleScript } from '../pages/people-script.ts'
import { words as allWords, type PageWords } from '../pages/words.ts'
import { html, type Markup } from '../system/markup.ts'
import { addressKey } from './address.ts'
import type { DashboardServices } from './dashboard.ts'
import { languageFor } from './language.ts'
import type { OidcServices } from './oidc-page.ts'
import { ownPath } from './own-path.ts'
import { sendAdmission } from './rate-headers.ts'
import { sendPage } from './send-page.ts'

type Field = 'name' | 'email' | 'otherEmail' | 'password' | 'newPassword' | 'anyPassword' | 'code'

interface PeoplePage {
  readonly path: string
  readonly name: keyof PageWords['pages']
  /** Where the form is sent. */
  readonly target: string
  readonly fields: readonly Field[]
}

const pages: readonly PeoplePage[] = [
  { path: '/setup', name: 'setup', target: '/setup', fields: ['name', 'email', 'newPassword'] },
  { path: '/invite', name: 'invite', target: '/invites/accept', fields: ['name', 'anyPassword', 'code', 'otherEmail'] },
  { path: '/sign-in', name: 'signIn', target: '/session', fields: ['email', 'password', 'code'] },
  { path: '/password', name: 'password', target: '/me/password', fields: ['newPassword'] },
]

/** The pages that links lead to. They do what the API does, and nothing else. They work before the dashboard is built. */
export function addPeoplePages(
  server: FastifyInstance,
  { calls, oidc, dashboard, publicUrl }: Pick<OidcServices, 'calls' | 'oidc' | 'publicUrl'> & DashboardServices,
): void {
  const home = dashboard === null ? null : '/'
  for (const { path, name, target, fields } of pages)
    server.get(path, { config: { operationName: 'peoplePage' } }, async (request, reply) => {
      sendAdmission(reply, await calls.admitOpen(addressKey(request.ip)))
      const query = new URLSearchParams(request.url.split('?')[1])
      const returnTo = (name === 'signIn' ? ownPath(query.get('return_to'), publicUrl) : null) ?? home
      const language = languageFor(request.headers['accept-language'])
      const words = allWords[language]
      const { title, intro, send, single } = words.pages[name]
      return sendPage(reply.header('vary', 'accept-language'), {
        language,
        title,
        body: html`<p class="lead">${intro}</p>
      <p class="problem" role="alert" hidden></p>
      <p role="status" hidden>${words.signedIn}</p>
      ${single && oidc ? html`<button type="button" data-single>${single} ${oidc.name}</button>` : ''}
      <form data-target="${target}" data-words="${scriptWords(words, name)}"${returnTo === null ? '' : html` data-return-to="${returnTo}"`}${single && oidc?.only ? html` hidden` : ''}>
        ${name === 'password' ? ownAddress : ''}${fields.map((field, at) => inputs[field](words, at === 0))}
        <button type="submit">${send}</button>
      </form>
      ${name === 'signIn' ? lostPassword(words) : ''}`,
        script: peopleScript,
      })
    })
}

/** With it, the browser keeps the new password for the right person. The script fills it in. */
const ownAddress = html`<input type="email" autocomplete="username" hidden>`

const scriptWords = (words: PageWords, name: PeoplePage['name']): string => {
  const { show, hide, wrong, errors, unreachable, linkIntro, pages } = words
  const { send, sending } = pages[name]
  return JSON.stringify({ show, hide, wrong, errors, unreachable, linkIntro, send, sending })
}

const lostPassword = ({ lost, lostText }: PageWords): Markup => html`<details>
        <summary>${lost}</summary>
        <p>${lostText}</p>
        <p><code>polypost people reset EMAIL</code></p>
      </details>`

const inputs: Readonly<Record<Field, (words: PageWords, isFirst: boolean) => Markup>> = {
  name: ({ fields }, isFirst) =>
    field('name', fields.name, html`<input ${base('name', isFirst)} autocomplete="name" maxlength="80" required>`),
  email: ({ fields }, isFirst) =>
    field('email', fields.email, html`<input ${base('email', isFirst)} type="email" autocomplete="username" required>`),
  // It appears when the API refuses the invited one.
  otherEmail: ({ fields }) =>
    field(
      'email',
      fields.otherEmail,
      html`<input ${base('email', false)} type="email" autocomplete="email" disabled>`,
      {
        isHidden: true,
      },
    ),
  password: (words) => password(words, words.fields.password, html`autocomplete="current-password"`),
  newPassword: (words, isFirst) =>
    password(
      words,
      words.fields.newPassword,
      html`${longEnough}${isFirst ? html` autofocus` : ''}`,
      words.passwordHint,
    ),
  // Of somebody who is new, or of somebody who has an account.
  anyPassword: (words) => password(words, words.fields.password, longEnough, words.passwordHint),
  // It appears when the API asks for it.
  code: ({ fields }) =>
    field(
      'code',
      fields.code,
      html`<input ${base('code', false)} autocomplete="one-time-code" autocapitalize="none" spellcheck="false" disabled required>`,
      { isHidden: true },
    ),
}

const longEnough = html`autocomplete="new-password" minlength="12"`

const base = (name: string, isFirst: boolean): Markup =>
  html`id="${name}" name="${name}" aria-describedby="${name}-note"${isFirst ? html` autofocus` : ''}`

const password = ({ show, ofPassword }: PageWords, label: string, attributes: Markup, hint = ''): Markup =>
  field(
    'password',
    label,
    html`<div class="box"><input ${base('password', false)} type="password" ${attributes} maxlength="256" required><button type="button" aria-pressed="false"><span>${show}</span><span class="hidden-text"> ${ofPassword}</span></button></div>`,
    { hint },
  )

const field = (name: string, label: string, input: Markup, { hint = '', isHidden = false } = {}): Markup => html`
        <div class="field"${isHidden ? html` hidden` : ''}>
          <label for="${name}">${label}</label>
          ${input}
          <p class="note" id="${name}-note" data-hint="${hint}">${hint}</p>
        </div>`
