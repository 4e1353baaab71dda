#include "mock-provider/journal/journal_page.hpp"

namespace mock_provider::journal_page {

std::string_view style() {
  return R"(:root{color-scheme:light dark;--back:#fff;--soft:#f4f5f7;--line:#d9dce1;--text:#1b1f24;--faint:#5b6470;
--good:#116329;--goodback:#dcf5e3;--bad:#a40e26;--badback:#fde4e7;--warn:#7a4b00;--warnback:#fff1cf;--link:#0b57d0}
@media(prefers-color-scheme:dark){:root{--back:#15181c;--soft:#1e2329;--line:#353c45;--text:#e6e9ed;--faint:#9aa4b0;
--good:#7ee29a;--goodback:#12351f;--bad:#ff9aa8;--badback:#46161e;--warn:#ffd479;--warnback:#3d2e08;--link:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1.5rem;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.4rem;margin:0}h2{font-size:1.05rem;margin:1.75rem 0 .5rem}h3{font-size:.85rem;margin:1rem 0 .25rem;color:var(--faint)}
p{margin:.25rem 0}.faint{color:var(--faint)}a{color:var(--link)}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin-top:1rem;padding:.75rem;background:var(--soft);border:1px solid var(--line);border-radius:.5rem}
input,select,button{font:inherit;color:inherit;background:var(--back);border:1px solid var(--line);border-radius:.375rem;padding:.25rem .6rem}
button{cursor:pointer}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{font-weight:600;color:var(--faint)}th[scope=col]{white-space:nowrap}tbody td:first-child{min-width:7rem}.headers th{white-space:nowrap;width:14rem;font-weight:400}
code,pre,.mono{font:13px/1.5 ui-monospace,monospace}
pre{margin:.25rem 0;padding:.75rem;background:var(--back);border:1px solid var(--line);border-radius:.375rem;white-space:pre-wrap;overflow-wrap:anywhere;max-height:32rem;overflow-y:auto}
details{border:1px solid var(--line);border-radius:.5rem;margin:.375rem 0;background:var(--soft)}
summary{cursor:pointer;padding:.45rem .75rem;display:grid;grid-template-columns:4.5rem 7.5rem 4rem 1fr auto auto;gap:.75rem;align-items:baseline}
summary>:first-child::before{content:"\25B8\A0"}details[open]>summary>:first-child::before{content:"\25BE\A0"}
details>div{padding:0 .75rem .75rem;border-top:1px solid var(--line)}
.path{overflow-wrap:anywhere}.badge{border-radius:1rem;padding:.05rem .6rem;font-size:.85rem;white-space:nowrap}
.good{background:var(--goodback);color:var(--good)}.bad{background:var(--badback);color:var(--bad)}.warn{background:var(--warnback);color:var(--warn)}
ul{margin:.25rem 0;padding-left:1.25rem}
@media(max-width:44rem){body{padding:1rem}summary{grid-template-columns:auto auto 1fr auto auto;gap:.5rem}summary .path{grid-column:1/-1;order:9}.headers th{white-space:normal;width:9rem}}
)";
}

}  // namespace mock_provider::journal_page
