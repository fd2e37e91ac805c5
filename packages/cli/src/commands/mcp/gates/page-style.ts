/** The look of the gates page: light and dark by the reader's setting, plain on paper. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2024; --dim: #5d6670; --paper: #fff; --card: #f5f6f8; --rule: #d6dae0;
  --pass: #1a7f37; --fail: #c62828; --wait: #9a6700; --call: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --dim: #9aa4af; --paper: #14171a; --card: #1e2328;
  --rule: #353c44; --pass: #4ac26b; --fail: #ff7b72; --wait: #d9a62e; --call: #7fb1ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
.sub { color: var(--dim); margin: .25rem 0 1.5rem; overflow-wrap: anywhere; }
.gates { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); list-style: none;
  margin: 0; padding: 0; }
.gate { background: var(--card); border-left: 5px solid var(--wait); border-radius: 6px; padding: .75rem 1rem; }
.gate.pass { border-color: var(--pass); } .gate.fail { border-color: var(--fail); }
.gate h3 { font-size: 1rem; margin: 0 0 .35rem; } .gate ul { margin: 0; padding-left: 1.1rem; overflow-wrap: anywhere; }
.status { font-weight: 700; } .status.pass { color: var(--pass); } .status.fail { color: var(--fail); }
.status.not_yet { color: var(--wait); }
.next { border-top: 1px solid var(--rule); margin: .6rem 0 0; padding-top: .5rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } th, td { border-bottom: 1px solid var(--rule); padding: .35rem .6rem;
  text-align: left; vertical-align: top; } th { color: var(--dim); font-weight: 600; }
code { font: .92em ui-monospace, monospace; }
.filters { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: .75rem; }
button { background: var(--card); border: 1px solid var(--rule); border-radius: 999px; color: inherit; cursor: pointer;
  font: inherit; padding: .2rem .8rem; } button[aria-pressed=true] { border-color: var(--call); color: var(--call); }
details { border-bottom: 1px solid var(--rule); } summary { cursor: pointer; padding: .45rem .25rem; overflow-wrap: anywhere; }
.facts { color: var(--dim); margin: 0 0 .5rem 1.25rem; }
svg.sequence { display: block; height: auto; margin: 0 0 1rem; max-width: 100%; min-width: 34rem; }
.lane { stroke: var(--rule); stroke-width: 2; } .head { fill: var(--card); stroke: var(--rule); }
.head-text, .label { fill: var(--ink); font: 12px system-ui, sans-serif; }
.label { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; } .head-text { font-weight: 600; }
.label.quiet { fill: var(--dim); } .label.call { fill: var(--call); font-weight: 600; }
.label.commit, .label.told { font-weight: 600; } .label.lost { fill: var(--fail); font-weight: 600; }
.arrow { stroke: var(--ink); stroke-width: 1.5; } .arrow.quiet { stroke: var(--dim); stroke-dasharray: 4 3; }
.arrow.call { stroke: var(--call); stroke-width: 2.5; } .tip { fill: var(--ink); } .tip.quiet { fill: var(--dim); }
.tip.call { fill: var(--call); } .dot { fill: var(--dim); } .dot.commit { fill: var(--pass); r: 7px; }
.dot.told { fill: var(--ink); } .break { fill: none; stroke: var(--fail); stroke-width: 2; }
@media print { :root { --paper: #fff; --ink: #000; --card: #fff; --dim: #444; } body { max-width: none; padding: 0; }
  .filters { display: none; } .gate, details { break-inside: avoid; } .gate { border: 1px solid #999; border-left-width: 5px; } }
`;

/** Shows the runs that a button asks for, and opens every sequence for printing. */
export const PAGE_SCRIPT = `
const buttons = [...document.querySelectorAll('button[data-show]')];
const runs = [...document.querySelectorAll('details[data-group]')];
for (const button of buttons) button.addEventListener('click', () => {
  const { show } = button.dataset;
  for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
  for (const run of runs) run.hidden = !(show === 'all' || run.dataset.group === show || run.dataset.verdict === show);
});
addEventListener('beforeprint', () => { for (const run of runs) run.open = true; });
`;
