/** The console's page. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { ApiError } from "./lib/api.js";
import { route } from "./lib/route.js";
import { described, refreshOverview, session, signIn } from "./lib/state.js";
import { Audit } from "./screens/audit.js";
import { Choice } from "./screens/choice.js";
import { Decisions } from "./screens/decisions.js";
import { Entities } from "./screens/entities.js";
import { Files } from "./screens/files.js";
import { Import } from "./screens/import.js";
import { Memories } from "./screens/memories.js";
import { Memory } from "./screens/memory.js";
import { OverviewScreen } from "./screens/overview.js";
import { Recall } from "./screens/recall.js";
import { Settings } from "./screens/settings/settings.js";
import { SignIn } from "./screens/sign-in.js";
import { Timeline } from "./screens/timeline.js";
import { Title } from "./ui/parts.js";
import { Shell } from "./ui/shell.js";

function Screen() {
  const { screen, id } = route.value;
  if (screen === "memories") return <Memories />;
  if (screen === "memory") return <Memory key={id} id={id} />;
  if (screen === "recall") return <Recall />;
  if (screen === "decisions") return <Decisions />;
  if (screen === "timeline") return <Timeline />;
  if (screen === "entities") return <Entities />;
  if (screen === "files") return <Files />;
  if (screen === "audit") return <Audit />;
  if (screen === "import") return <Import />;
  if (screen === "overview") return <OverviewScreen />;
  if (screen === "settings") return <Settings id={id} />;
  return <Title note="Choose one from the navigation.">There is no such screen</Title>;
}

function App() {
  const now = session.value;
  if (now === undefined) return null;
  if (now instanceof ApiError) return <SignIn reason={now} />;
  if (now.stores !== undefined && now.store === undefined)
    return <Choice login={now.login ?? ""} stores={now.stores} />;
  return (
    <Shell>
      <Screen />
    </Shell>
  );
}

effect(() => {
  // The scope is counted after the first screen was painted, because that screen needs no counts.
  const now = described();
  if (now !== undefined && (now.stores === undefined || now.store !== undefined))
    setTimeout(() => void refreshOverview(), 200);
});
render(<App />, document.getElementById("app")!);
void signIn();
