import { html, type Markup } from '../system/markup.ts'
import type { Page } from './page.ts'
import { peopleScript } from './people-script.ts'
import { type Language, type PageWords, pageWords } from './words.ts'

type Field = 'name' | 'email' | 'otherEmail' | 'password' | 'newPassword' | 'anyPassword' | 'code'

export type PeopleForm = keyof PageWords['pages']

/** Where each form is sent, and its fields. */
const forms: Readonly<Record<PeopleForm, { readonly target: string; readonly fields: readonly Field[] }>> = {
  setup: { target: '/setup', fields: ['name', 'email', 'newPassword'] },
  invite: { target: '/invites/accept', fields: ['name', 'anyPassword', 'code', 'otherEmail'] },
  signIn: { target: '/session', fields: ['email', 'password', 'code'] },
  password: { target: '/me/password', fields: ['newPassword'] },
}

interface PeopleView {
  readonly language: Language
  /** Where the browser goes afterwards; null: it stays. */
  readonly returnTo: string | null
  /** The identity provider, and whether it is the only way in. */
  readonly provider: { readonly name: string; readonly only: boolean } | null
}

/** A page that does what the API does, and nothing else. */
export function peoplePage(form: PeopleForm, { language, returnTo, provider }: PeopleView): Page {
  const words = pageWords[language]
  const { title, intro, send, single } = words.pages[form]
  const { target, fields } = forms[form]
  return {
    language,
    title,
    script: peopleScript,
    body: html`<p class="lead">${intro}</p>
      <p class="problem" role="alert" hidden></p>
      <p role="status" hidden>${words.signedIn}</p>
      ${single && provider ? html`<button type="button" data-single>${single} ${provider.name}</button>` : ''}
      <form data-target="${target}" data-words="${scriptWords(words, form)}"${returnTo === null ? '' : html` data-return-to="${returnTo}"`}${single && provider?.only ? html` hidden` : ''}>
        ${form === 'password' ? ownAddress : ''}${fields.map((field, at) => inputs[field](words, at === 0))}
        <button type="submit">${send}</button>
      </form>
      ${form === 'signIn' ? lostPassword(words) : ''}`,
  }
}

export const signedInPage = (person: string): Page => ({
  title: `You are signed in as ${person}`,
  body: html`<p>You can close this page.</p>`,
})

export const linkedPage = (person: string, provider: string): Page => ({
  title: 'Your account is linked',
  body: html`<p>From now on ${person} can sign in with ${provider}. You can close this page.</p>`,
})

/** With it, the browser keeps the new password for the right person. The script fills it in. */
const ownAddress = html`<input type="email" autocomplete="username" hidden>`

const scriptWords = (words: PageWords, form: PeopleForm): string => {
  const { show, hide, wrong, errors, unreachable, linkIntro, pages } = words
  const { send, sending } = pages[form]
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
