/**
 * The look of the pages that need no dashboard. The values are those of dashboard/src/tokens.css; the fonts are those of the
 * system, because the package of the dashboard's font may not be installed.
 */
export const pageStyle = `
  :root {
    color-scheme: light dark;
    --ground: #f5f7f7; --surface: #fff; --sunken: #edf1f1; --line: #dfe4e4; --line-2: #c6cccc; --control: #7e8988;
    --text: #121a1a; --text-2: #3d4747; --text-3: #5a6666;
    --accent: #006a65; --accent-hover: #005753; --accent-mark: #008781; --accent-line: #91cbc6; --on-accent: #fff;
    --bad: #ac2724; --bad-mark: #d03833;
    --font: Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
    --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #0c1212; --surface: #121919; --sunken: #1b2222; --line: #273030; --line-2: #404a4a; --control: #6b7777;
      --text: #eaf0f0; --text-2: #b5c0c0; --text-3: #929e9e;
      --accent: #60c5bc; --accent-hover: #7ad7cf; --accent-mark: #60c5bc; --accent-line: #17625e; --on-accent: #031a19;
      --bad: #f98f87; --bad-mark: #ec5b57;
    }
  }
  *, ::before, ::after { box-sizing: border-box; }
  html { background: var(--ground); color: var(--text); font: 1rem/1.5 var(--font); -webkit-text-size-adjust: 100%; }
  body { margin: 0; }
  main { display: grid; grid-template-columns: minmax(0, 27.5rem); align-content: start; justify-content: end;
    min-height: 100vh; width: 46%; padding: 2.5rem 4rem; background: var(--surface); border-right: 1px solid var(--line); }
  .brand { display: flex; align-items: center; gap: .625rem; margin: 0 0 6rem; font-size: .875rem; font-weight: 600; }
  .brand svg { width: 1.5rem; height: 1.5rem; fill: none; stroke: var(--surface); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .brand rect { fill: var(--text); stroke: none; }
  h1 { margin: 0 0 .5rem; font-size: 1.75rem; font-weight: 600; line-height: 2.25rem; letter-spacing: -.02em; text-wrap: balance; overflow-wrap: break-word; }
  h2 { margin: 2rem 0 .5rem; font-size: 1rem; font-weight: 600; line-height: 1.5rem; }
  p { margin: 0 0 1rem; color: var(--text-2); overflow-wrap: break-word; }
  p strong, dd strong { color: var(--text); font-weight: 600; }
  .lead { margin-bottom: 1rem; }
  a { color: var(--accent); text-decoration-color: var(--accent-line); text-underline-offset: .2em; }
  a:hover { color: var(--accent-hover); text-decoration-color: currentColor; }
  code { font: .8125rem/1.25rem var(--mono); color: var(--text); overflow-wrap: anywhere; }
  ul { margin: 0 0 1rem; padding-left: 1.25rem; color: var(--text-2); }
  dl { margin: 0 0 1.5rem; border-top: 1px solid var(--line); }
  dt { padding-top: .5rem; font-size: .8125rem; line-height: 1.25rem; color: var(--text-3); }
  dd { margin: 0; padding-bottom: .5rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
  form { margin: 1.5rem 0 0; }
  fieldset { margin: 0 0 1.5rem; padding: 0; border: 0; min-width: 0; }
  legend { padding: 0 0 .25rem; font-size: .8125rem; font-weight: 500; line-height: 1.25rem; }
  fieldset label { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; border-bottom: 1px solid var(--line); }
  input { font: inherit; color: inherit; accent-color: var(--accent-mark); }
  input[type=radio], input[type=checkbox] { width: 1.125rem; height: 1.125rem; margin: 0; flex: none; }
  input:is([type=text], [type=email], [type=password], [type=number], :not([type])) { min-height: 2.5rem; padding: 0 .75rem;
    background: var(--surface); border: 1px solid var(--control); border-radius: .375rem; }
  input[aria-invalid=true] { border-color: var(--bad-mark); }
  .field { margin: 0 0 1.25rem; }
  .field > label { display: block; margin-bottom: .25rem; font-size: .8125rem; font-weight: 500; line-height: 1.25rem; }
  .field input { width: 100%; }
  .box { position: relative; }
  .box input { padding-right: 5.5rem; }
  .box button { position: absolute; inset: .25rem .25rem .25rem auto; min-height: 2rem; margin: 0; padding: 0 .625rem; border: 0;
    background: none; color: var(--text-2); font-size: .8125rem; }
  .note { margin: .25rem 0 0; font-size: .8125rem; line-height: 1.25rem; color: var(--text-3); }
  .note:empty { display: none; }
  .note[data-wrong] { color: var(--bad); }
  button { min-height: 2.5rem; margin: 0 .5rem .5rem 0; padding: 0 1rem; border: 1px solid var(--line-2); border-radius: .375rem;
    background: var(--surface); color: var(--text); font: 500 .875rem/1.25rem var(--font); cursor: pointer; transition: background 120ms; }
  button:hover { background: var(--sunken); }
  button[type=submit]:not(button ~ button) { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
  button[type=submit]:not(button ~ button):hover { border-color: var(--accent-hover); background: var(--accent-hover); }
  button[aria-disabled=true] { cursor: default; }
  :focus-visible { outline: 2px solid var(--accent-mark); outline-offset: 2px; }
  .problem { position: relative; margin-bottom: 1.5rem; padding-left: 1.75rem; color: var(--bad); font-weight: 500; }
  .problem::before { content: "!"; position: absolute; left: 0; top: .1875rem; width: 1.125rem; height: 1.125rem; background: var(--bad-mark);
    clip-path: polygon(30% 0, 70% 0, 100% 30%, 100% 70%, 70% 100%, 30% 100%, 0 70%, 0 30%); color: var(--surface);
    font: 600 .75rem/1.125rem var(--font); text-align: center; }
  .small, summary, details p { font-size: .8125rem; line-height: 1.25rem; }
  details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--text-2); }
  summary { width: fit-content; min-height: 1.5rem; cursor: pointer; color: var(--text-2); }
  details p { margin: .5rem 0 0; }
  .hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  [hidden] { display: none !important; }
  @media (max-width: 63.9375rem) {
    html { background: var(--surface); }
    main { grid-template-columns: minmax(0, 27.5rem); justify-content: start; width: auto; min-height: 0; padding: 1.5rem 1rem; border: 0; }
    .brand { margin-bottom: 2.5rem; }
  }
  @media (prefers-reduced-motion: reduce) { button { transition: none; } }
`
