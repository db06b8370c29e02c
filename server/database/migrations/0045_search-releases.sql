-- Releases are found by their artist and label too; without an artist, by the name of their owner.
CREATE FUNCTION search_vector_of_playlist(playlist playlists, owner users) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT search_vector_of(ARRAY[playlist.title], CASE WHEN playlist.type = 'playlist' THEN '{}'::text[]
  ELSE ARRAY[coalesce(playlist.artist, owner.display_name, owner.username), playlist.label] END) $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION fill_playlist_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := (SELECT search_vector_of_playlist(NEW, owner) FROM users owner WHERE owner.id = NEW.user_id);
  IF NEW.privacy = 'public' THEN PERFORM learn_search_words(NEW.search); END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER playlists_search ON playlists;
--> statement-breakpoint
CREATE TRIGGER playlists_search BEFORE INSERT OR UPDATE OF title, privacy, type, artist, label ON playlists
FOR EACH ROW EXECUTE FUNCTION fill_playlist_search();
--> statement-breakpoint
-- The words of the name have just been learnt.
CREATE FUNCTION refresh_release_search_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE playlists SET search = search_vector_of_playlist(playlists, NEW)
  WHERE user_id = NEW.id AND type <> 'playlist' AND artist IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_renamed_releases AFTER UPDATE OF display_name, username ON users FOR EACH ROW
WHEN (OLD.display_name IS DISTINCT FROM NEW.display_name OR OLD.username <> NEW.username)
EXECUTE FUNCTION refresh_release_search_of_user();
