-- The words of a text as search sees them: lower case, without accents, cut at punctuation and spaces, 40 letters long
-- at most. Written in code points, not character classes, so that it cuts the same in every locale.
CREATE FUNCTION search_words_of(text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_remove(string_to_array(regexp_replace(regexp_replace(
  translate(lower(unaccent('unaccent'::regdictionary, normalize($1, NFKC))), 'ς', 'σ'),
  '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u0964\u0965\u2000-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ufeff]+',
  ' ', 'g'), '([^ ]{40})[^ ]+', '\1', 'g'), ' '), '');
--> statement-breakpoint
-- A whole name as one more word, which begins with a sign that no other word has: by it 'is' and 'begins with' are asked.
CREATE FUNCTION search_name_of(text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN '=' || left(array_to_string(search_words_of($1), ' '), 100);
--> statement-breakpoint
CREATE FUNCTION search_vector_of(names text[], others text[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(array_remove(
  search_words_of(array_to_string(names || others, ' '))
  || array(SELECT search_name_of(name) FROM unnest(names) AS name WHERE name IS NOT NULL), '='));
--> statement-breakpoint
-- The word itself and the word with each single letter left out.
CREATE FUNCTION search_variants_of(word text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array(
  SELECT overlay(word PLACING '' FROM place FOR 1) FROM generate_series(1, length(word)) AS place
  UNION SELECT word
);
--> statement-breakpoint
-- In the order of the words, so that two uploads never wait for each other in a circle. Words that are about to be
-- forgotten (0 uses) are used again from now on.
CREATE FUNCTION learn_search_words(search tsvector) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO search_words AS known (word, variants)
  SELECT lexeme, search_variants_of(lexeme) FROM unnest(tsvector_to_array(search)) AS lexeme
  WHERE NOT starts_with(lexeme, '=')
    AND NOT EXISTS (SELECT FROM search_words used WHERE used.word = lexeme AND used.uses > 0)
  ORDER BY lexeme
  ON CONFLICT (word) DO UPDATE SET uses = 1 WHERE known.uses = 0;
END;
--> statement-breakpoint
CREATE FUNCTION search_vector_of_track(track tracks, uploader users) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT search_vector_of(
  ARRAY[track.title], ARRAY[track.artist, track.genre, uploader.display_name, uploader.username] || track.tags) $$;
--> statement-breakpoint
CREATE FUNCTION fill_track_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := (SELECT search_vector_of_track(NEW, uploader) FROM users uploader WHERE uploader.id = NEW.user_id);
  IF NEW.privacy = 'public' THEN PERFORM learn_search_words(NEW.search); END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tracks_search BEFORE INSERT OR UPDATE OF title, artist, genre, tags, privacy, user_id ON tracks
FOR EACH ROW EXECUTE FUNCTION fill_track_search();
--> statement-breakpoint
CREATE FUNCTION fill_user_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_vector_of(ARRAY[NEW.display_name, NEW.username], ARRAY[NEW.first_name, NEW.last_name]);
  PERFORM learn_search_words(NEW.search);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_search BEFORE INSERT OR UPDATE OF display_name, username, first_name, last_name ON users
FOR EACH ROW EXECUTE FUNCTION fill_user_search();
--> statement-breakpoint
-- A track is found by its uploader's name too. The words of the name have just been learnt.
CREATE FUNCTION refresh_track_search_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tracks SET search = search_vector_of_track(tracks, NEW) WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE OF display_name, username ON users FOR EACH ROW
WHEN (OLD.display_name IS DISTINCT FROM NEW.display_name OR OLD.username <> NEW.username)
EXECUTE FUNCTION refresh_track_search_of_user();
--> statement-breakpoint
CREATE FUNCTION fill_playlist_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_vector_of(ARRAY[NEW.title], '{}');
  IF NEW.privacy = 'public' THEN PERFORM learn_search_words(NEW.search); END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER playlists_search BEFORE INSERT OR UPDATE OF title, privacy ON playlists
FOR EACH ROW EXECUTE FUNCTION fill_playlist_search();
--> statement-breakpoint
-- Each counted play rewrites its row and waits in a list that every search reads through: a short one.
ALTER INDEX tracks_public_search SET (gin_pending_list_limit = 256);
--> statement-breakpoint
-- Once per statement and in the order of the genres: deleting a person with many tracks touches each row once.
CREATE FUNCTION count_genres() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO genre_counts AS kept (genre, tracks)
    SELECT coalesce(genre, 'other'), count(*) FROM added WHERE privacy = 'public' GROUP BY 1 ORDER BY 1
    ON CONFLICT (genre) DO UPDATE SET tracks = kept.tracks + excluded.tracks;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO genre_counts AS kept (genre, tracks)
    SELECT coalesce(genre, 'other'), -count(*) FROM removed WHERE privacy = 'public' GROUP BY 1 ORDER BY 1
    ON CONFLICT (genre) DO UPDATE SET tracks = kept.tracks + excluded.tracks;
  ELSE
    INSERT INTO genre_counts AS kept (genre, tracks)
    SELECT genre, sum(change) FROM (
      SELECT coalesce(genre, 'other') AS genre, 1 AS change FROM added WHERE privacy = 'public'
      UNION ALL
      SELECT coalesce(genre, 'other'), -1 FROM removed WHERE privacy = 'public'
    ) AS changes GROUP BY genre HAVING sum(change) <> 0 ORDER BY genre
    ON CONFLICT (genre) DO UPDATE SET tracks = kept.tracks + excluded.tracks;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tracks_genre_added AFTER INSERT ON tracks
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_genres();
--> statement-breakpoint
CREATE TRIGGER tracks_genre_removed AFTER DELETE ON tracks
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_genres();
--> statement-breakpoint
-- A trigger with transition tables takes no column list; an update of counts alone finds nothing to change.
CREATE TRIGGER tracks_genre_changed AFTER UPDATE ON tracks
REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_genres();
