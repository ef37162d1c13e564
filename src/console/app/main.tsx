/** The console's page. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { route } from "./lib/route.js";
import { refreshOverview, session, signIn } from "./lib/state.js";
import { Audit } from "./screens/audit.js";
import { Decisions } from "./screens/decisions.js";
import { Entities } from "./screens/entities.js";
import { Files } from "./screens/files.js";
import { Memories } from "./screens/memories.js";
import { Memory } from "./screens/memory.js";
import { OverviewScreen } from "./screens/overview.js";
import { Recall } from "./screens/recall.js";
import { Settings } from "./screens/settings.js";
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
  if (screen === "overview") return <OverviewScreen />;
  if (screen === "settings") return <Settings />;
  return <Title note="Choose one from the navigation.">There is no such screen</Title>;
}

function App() {
  const now = session.value;
  if (now === undefined) return null;
  if (typeof now === "string") return <SignIn reason={now} />;
  return (
    <Shell>
      <Screen />
    </Shell>
  );
}

effect(() => {
  // Counted after the first screen was painted, which needs none of it.
  if (typeof session.value === "object") setTimeout(() => void refreshOverview(), 200);
});
render(<App />, document.getElementById("app")!);
void signIn();
